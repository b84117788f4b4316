import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, call } from '@/lib/api'
import { areas } from '@/lib/areas'
import { changedByOthers } from '@/lib/changed-by-others'

export type Home = Answer<'GET /api/circle'>
export type News = Home['news'][number]
export type Suggestion = Home['suggestions'][number]

/** The member's home. */
export const homeQuery = queryOptions({
  queryKey: [...areas.member, 'home'],
  queryFn: ({ signal }) => call('GET /api/circle', { signal }),
  ...changedByOthers,
})

/**
 * Records that the member has seen the home, so that the next visit shows what is new since this one. Within half an
 * hour it counts as the same visit, and the news stay.
 */
export const useRecordVisit = () =>
  useMutation({ mutationFn: () => call('POST /api/circle/visit'), meta: { keepsData: true } })

import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type OfficeMentor = Answer<'GET /api/admin/mentors'>['mentors'][number]

/** Who waits for a mentor, the mentors, and what does not go well. */
export const officeQuery = queryOptions({
  queryKey: [...areas.console, 'mentors'],
  queryFn: ({ signal }) => call('GET /api/admin/mentors', { signal }),
})

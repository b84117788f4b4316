import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Tenure = Answer<'GET /api/tenure'>
export type Term = Tenure['terms'][number]

/** When the terms of the member's boards end. */
export const tenureQuery = queryOptions({
  queryKey: areas.tenure,
  queryFn: ({ signal }) => call('GET /api/tenure', { signal }),
  // The answer depends on the day.
  staleTime: 60 * 60 * 1000,
})

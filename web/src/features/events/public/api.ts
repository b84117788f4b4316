import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type PublicSession = Answer<'GET /api/site/sessions/{id}'>

/** A session with a page for visitors. */
export const publicSessionQuery = (id: string) =>
  queryOptions({
    queryKey: [...areas.publicSessions, id],
    queryFn: ({ signal }) => call('GET /api/site/sessions/{id}', { path: { id }, signal }),
  })

import { queryOptions } from '@tanstack/react-query'
import type { OwnNomination } from '@/lib/generated'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

/** How far the nomination of the session's user is. */
export const ownNominationQuery = queryOptions({
  queryKey: queryKeys.ownNomination,
  queryFn: ({ signal }) => send<OwnNomination>('/api/nominations/mine', { signal }),
  // what has changed since is what they come for
  staleTime: 0,
})

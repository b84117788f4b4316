import { queryOptions } from '@tanstack/react-query'
import type { Security } from '@/lib/generated'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

/** How the member's account is secured. */
export const securityQuery = queryOptions({
  queryKey: queryKeys.security,
  queryFn: ({ signal }) => send<Security>('/api/user/security', { signal }),
  // A link may have been followed on another device.
  staleTime: 0,
})

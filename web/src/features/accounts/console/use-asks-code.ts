import { useQuery } from '@tanstack/react-query'
import { useAdminSession } from '@/lib/admin-session'
import { ownAdminQuery } from './calls'

/** Tells whether a proof of the own account wants a code. A member's account has no two-step sign-in. */
export function useAsksCode(): boolean {
  const { session } = useAdminSession()
  const { data: me } = useQuery({ ...ownAdminQuery, enabled: session?.via === 'admin' })
  return me?.secondFactor ?? false
}

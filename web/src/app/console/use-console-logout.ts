import { useNavigate } from 'react-router'
import { useEndAdminSession, useEndSession } from '@/lib/account-api'
import { useForgetAdmin } from '@/lib/admin-session'
import type { AdminSession } from '@/lib/api-types'
import { paths } from '@/lib/paths'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'

/** Signs the admin out, removes the cached data and goes to the dashboard's address, or to the given one. */
export function useConsoleLogout({ via }: AdminSession, to: string = paths.admin): () => Promise<void> {
  const forget = useForgetAdmin()
  const report = useReport()
  const toast = useToast()
  const navigate = useNavigate()
  const member = useEndSession()
  const admin = useEndAdminSession()
  return async () => {
    // A member with admin rights uses the member's session, so that session is ended.
    const { mutateAsync } = via === 'user' ? member : admin
    if (!(await report(mutateAsync(), { failed: 'Logout failed' }))) return
    forget()
    await navigate(to)
    toast({ title: 'Logged Out', description: 'Successfully logged out' })
  }
}

import { useNavigate } from 'react-router'
import { useEndSession } from '@/lib/account-api'
import { useForgetAdmin } from '@/lib/admin-session'
import type { AdminSession } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { paths } from '@/lib/paths'
import { send } from '@/lib/server'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'

/** Signs the admin out, removes what was read, and goes back to the dashboard's address, or to another. */
export function useConsoleLogout({ via }: AdminSession, to: string = paths.admin): () => Promise<void> {
  const forget = useForgetAdmin()
  const report = useReport()
  const toast = useToast()
  const navigate = useNavigate()
  const member = useEndSession()
  const admin = useServerMutation('adminLogout', () => send<void>('/api/admin/logout', { method: 'POST' }))
  return async () => {
    // A member with admin rights is here by their own session, and ends that.
    const { mutateAsync } = via === 'user' ? member : admin
    if (!(await report(mutateAsync(), { failed: 'Logout failed' }))) return
    forget()
    await navigate(to)
    toast({ title: 'Logged Out', description: 'Successfully logged out' })
  }
}

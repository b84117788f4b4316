import { useEndSession } from '@/lib/account-api'
import { useReport } from '@/ui/use-report'

/** Signs the user out and shows a toast. */
export function useLogout(): () => Promise<boolean> {
  const report = useReport()
  const { mutateAsync } = useEndSession()
  return () =>
    report(mutateAsync(), {
      done: () => ({ title: 'Logged out', description: 'You have been successfully logged out.' }),
      failed: 'Logout failed',
    })
}

import { useEndSession } from '@/lib/account-api'
import { useTexts } from '@/lib/texts'
import { useReport } from '@/ui/use-report'

/** Signs the user out and shows a toast. */
export function useLogout(): () => Promise<boolean> {
  const report = useReport()
  const text = useTexts('site').group('user')
  const { mutateAsync } = useEndSession()
  return () =>
    report(mutateAsync(), {
      done: () => ({ title: text.plain('loggedOut'), description: text.plain('loggedOutText') }),
      failed: text.plain('logoutFailed'),
    })
}

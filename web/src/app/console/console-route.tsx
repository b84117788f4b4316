import { ScrollRestoration } from 'react-router'
import { useAdminSession } from '@/lib/admin-session'
import { messageOf } from '@/lib/api-error'
import { useLoadSession } from '@/lib/session'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { Toasts } from '@/ui/toasts'
import { ConsoleShell } from './console-shell'
import { SecondFactorPage } from './second-factor-page'
import { SignInPage } from './sign-in-page'

const memberNotice =
  'The console asks for two-step sign-in, which members’ accounts do not have. Please sign in with an admin account.'

/** The console: its sign-in for those who have none, and behind it every screen. */
export function Component() {
  useLoadSession()
  return (
    <>
      <Door />
      <Toasts />
      <ScrollRestoration />
    </>
  )
}

function Door() {
  const { session, error, reload } = useAdminSession()
  if (session?.needs === 'second-factor') return <SecondFactorPage session={session} onDone={reload} />
  if (session?.needs === 'admin-account') return <SignInPage onSignedIn={reload} notice={memberNotice} />
  if (session) return <ConsoleShell session={session} />
  if (session === null) return <SignInPage onSignedIn={reload} />
  return (
    <main className="page flex min-h-dvh items-center justify-center">
      {error ? (
        <EmptyState
          title="The console could not be opened"
          level={1}
          action={<Button onClick={reload}>Try again</Button>}
        >
          <p>{messageOf(error, 'Something went wrong on the way.')}</p>
        </EmptyState>
      ) : (
        <Spinner label="Loading…" size={28} />
      )}
    </main>
  )
}

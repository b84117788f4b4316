import { useAtom } from 'jotai'
import { Activity } from 'react'
import { Link, ScrollRestoration } from 'react-router'
import { restoringAtom, useAdminSession, useLapsedSession } from '@/lib/admin-session'
import { messageOf } from '@/lib/api-error'
import { paths } from '@/lib/paths'
import { useLoadSession } from '@/lib/session'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Toasts } from '@/ui/toasts'
import './console.css'
import { ConsoleShell, WaitingConsole } from './console-shell'
import { SignInPage, TotpRequiredPage } from './sign-in-page'

const memberNotice = {
  title: 'Two-step sign-in is required',
  text: (
    <>
      The console requires it.{' '}
      <Link to={paths.accountSecurity} className="text-link">
        Turn it on under Security in your account
      </Link>
      , or sign in with an admin account.
    </>
  ),
}

const lapsedNotice = {
  title: 'Your session has ended',
  text: 'Sign in again to continue. Your unsaved text is still on this page.',
}

const restoredNotice = {
  title: 'The backup was restored',
  text: 'The site now uses the data of the backup. All sessions have ended. Please sign in again.',
}

/** The console. Visitors without an admin session see its sign-in form. */
export function ConsoleLayout() {
  useLoadSession()
  return (
    <>
      <ConsoleGate />
      <Toasts />
      <ScrollRestoration />
    </>
  )
}

function ConsoleGate() {
  const { session, error, reload } = useAdminSession()
  const lapsed = useLapsedSession()
  const isOpen = Boolean(session && !session.needs)
  const inside = isOpen ? session : lapsed
  return (
    <>
      {inside && (
        // The screen stays mounted but hidden while the admin signs in again, so that unsaved text is not lost.
        <Activity mode={isOpen ? 'visible' : 'hidden'}>
          <ConsoleShell key={`${inside.via} ${inside.username}`} session={inside} />
        </Activity>
      )}
      {!isOpen && <Outside session={session} error={error} reload={reload} hasLapsed={Boolean(lapsed)} />}
    </>
  )
}

type OutsideProps = Pick<ReturnType<typeof useAdminSession>, 'session' | 'error' | 'reload'> & { hasLapsed: boolean }

function Outside({ session, error, reload, hasLapsed }: OutsideProps) {
  const [isRestoring, setRestoring] = useAtom(restoringAtom)
  if (session?.needs === 'second-factor') return <TotpRequiredPage session={session} onDone={reload} />
  if (session) return <SignInPage notice={memberNotice} />
  if (session === null)
    return (
      <SignInPage
        onSignedIn={() => setRestoring(false)}
        notice={isRestoring ? restoredNotice : hasLapsed ? lapsedNotice : undefined}
      />
    )
  if (!error) return <WaitingConsole />
  return (
    <main className="page flex min-h-dvh items-center justify-center">
      <EmptyState
        title="The console could not be opened"
        level={1}
        action={<Button onClick={reload}>Try again</Button>}
      >
        <p>{messageOf(error, 'Something went wrong on our side.')}</p>
      </EmptyState>
    </main>
  )
}

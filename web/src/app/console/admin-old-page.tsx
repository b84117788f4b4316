import { useEffect, useRef } from 'react'
import { Panel } from '@/features/nominations/panel/panel'
import { useAdminSession } from '@/lib/admin-session'
import { messageOf } from '@/lib/api-error'
import type { AdminSession } from '@/lib/api-types'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { AdminSignIn } from './sign-in-page'
import { useConsoleLogout } from './use-console-logout'

/** The simple panel at its own address. Shows its sign-in form to visitors without an admin session. */
export function AdminOldPage() {
  const { session, error, reload } = useAdminSession()
  useFocusAfterSignIn(session)
  if (session && !session.needs) return <SignedIn session={session} />
  return (
    <div className="page flex justify-center py-16">
      {session === null ? (
        <AdminSignIn />
      ) : session ? (
        <EmptyState
          title="Set up two-step sign-in first"
          level={1}
          action={<ButtonLink to={paths.admin}>Open the console</ButtonLink>}
        >
          <p>You need two-step sign-in to use this panel. You can set it up in the console.</p>
        </EmptyState>
      ) : error ? (
        <EmptyState
          title="The panel could not be opened"
          level={1}
          action={<Button onClick={reload}>Try again</Button>}
        >
          <p>{messageOf(error, 'Something went wrong on our side.')}</p>
        </EmptyState>
      ) : (
        <Spinner label="Loading…" size={28} />
      )}
    </div>
  )
}

function SignedIn({ session }: { session: AdminSession }) {
  const logout = useConsoleLogout(session, paths.adminOld)
  return <Panel onLogout={logout} />
}

// Signing in or out replaces the page at the same address, so the focus moves to the new heading.
function useFocusAfterSignIn(session: AdminSession | null | undefined) {
  const was = useRef(session)
  useEffect(() => {
    const before = was.current
    was.current = session
    if (before === undefined || Boolean(before) === Boolean(session)) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [session])
}

import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { AdminLoginCard, type LoginNotice } from '@/features/accounts/console/admin-login-card'
import { TotpEnrolment } from '@/features/accounts/totp-enrolment'
import type { AdminSession } from '@/lib/api-types'
import { paths } from '@/lib/paths'
import { isAdmin, useSession } from '@/lib/session'
import { Button, ButtonLink } from '@/ui/button'
import { Logo } from '@/ui/logo'
import { Spinner } from '@/ui/spinner'
import { AdminsOnly } from '../gate'
import { useConsoleLogout } from './use-console-logout'

type AdminSignInProps = { onSignedIn?: () => void; notice?: LoginNotice }

/** The sign-in form of admins. Members without admin rights first read that they are signed in but not admins. */
export function AdminSignIn({ onSignedIn, notice }: AdminSignInProps) {
  const { status, user } = useSession()
  const [hasOtherAccount, setOtherAccount] = useState(false)
  if (status === 'loading') return <Spinner label="Loading…" size={28} />
  if (!user || isAdmin(user) || hasOtherAccount) return <AdminLoginCard onSignedIn={onSignedIn} notice={notice} />
  return (
    <AdminsOnly>
      <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      <Button tone="outline" onClick={() => setOtherAccount(true)}>
        Sign in with an admin account
      </Button>
    </AdminsOnly>
  )
}

/** What the console shows to visitors without an admin session. */
export function SignInPage({ onSignedIn, notice }: AdminSignInProps) {
  useEffect(() => {
    document.title = 'Sign in · Boardcircle console'
    // The form replaces a screen that was in use, so it takes the focus.
    if (notice) document.getElementById('admin-login-title')?.focus()
  }, [notice])
  return (
    <Page
      logo={
        <Link to={paths.home} className="flex min-h-11 items-center">
          <Logo />
        </Link>
      }
      className="flex items-start justify-center py-8 sm:items-center"
    >
      <AdminSignIn onSignedIn={onSignedIn} notice={notice} />
    </Page>
  )
}

/** What the console shows to an admin who has to set up two-step sign-in first. */
export function TotpRequiredPage({ session, onDone }: { session: AdminSession; onDone: () => void }) {
  const logout = useConsoleLogout(session)
  useEffect(() => {
    document.title = 'Set up two-step sign-in · Boardcircle console'
  }, [])
  return (
    <Page logo={<Logo />} className="py-8 lg:py-16">
      <section aria-labelledby="totp-title" className="mx-auto w-full max-w-3xl">
        <h1 id="totp-title" tabIndex={-1} className="display-2">
          Set up two-step sign-in
        </h1>
        <p className="mt-3 mb-8 max-w-text text-quiet">
          You are signed in as <strong className="text-base-content">{session.username}</strong>. Administrators need
          two-step sign-in to use the console. After your password, the console asks for a code from your phone.
        </p>
        <TotpEnrolment owner="admin" onDone={onDone} />
        <Button tone="quiet" className="mt-10 -ml-4" onClick={logout}>
          Logout
        </Button>
      </section>
    </Page>
  )
}

function Page({ logo, className, children }: { logo: ReactNode; className: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page flex h-18 items-center">{logo}</header>
      <main className={`page flex-1 ${className}`}>{children}</main>
    </div>
  )
}

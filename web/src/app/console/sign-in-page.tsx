import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { AdminLoginCard } from '@/features/accounts/console/admin-login-card'
import { paths } from '@/lib/paths'
import { isAdmin, useSession } from '@/lib/session'
import { Button, ButtonLink } from '@/ui/button'
import { Logo } from '@/ui/logo'
import { Spinner } from '@/ui/spinner'
import { AdminsOnly } from '../gate'

/** What somebody meets at the console who has not signed in as an admin. */
export function SignInPage({ onSignedIn }: { onSignedIn: () => void }) {
  useEffect(() => {
    document.title = 'Sign in · Boardcircle console'
  }, [])
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page flex h-18 items-center">
        <Link to={paths.home} className="flex min-h-11 items-center">
          <Logo />
        </Link>
      </header>
      <main className="page flex flex-1 items-start justify-center py-8 sm:items-center">
        <Door onSignedIn={onSignedIn} />
      </main>
    </div>
  )
}

// A member without an admin's rights is told so first: the card alone would look as if she were signed out.
function Door({ onSignedIn }: { onSignedIn: () => void }) {
  const { status, user } = useSession()
  const [hasOtherAccount, setOtherAccount] = useState(false)
  if (status === 'loading') return <Spinner label="Loading…" size={28} />
  if (!user || isAdmin(user) || hasOtherAccount) return <AdminLoginCard onSignedIn={onSignedIn} />
  return (
    <AdminsOnly>
      <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      <Button tone="outline" onClick={() => setOtherAccount(true)}>
        Sign in with an admin account
      </Button>
    </AdminsOnly>
  )
}

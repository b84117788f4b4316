import { useEffect } from 'react'
import { Link } from 'react-router'
import type { LoginNotice } from '@/features/accounts/console/admin-login-card'
import { paths } from '@/lib/paths'
import { Logo } from '@/ui/logo'
import { Door } from './door'

/** What somebody meets at the console who has not signed in as an admin. */
export function SignInPage({ onSignedIn, notice }: { onSignedIn: () => void; notice?: LoginNotice }) {
  useEffect(() => {
    document.title = 'Sign in · Boardcircle console'
    // it has come in the place of what she was at
    if (notice) document.getElementById('admin-login-title')?.focus()
  }, [notice])
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page flex h-18 items-center">
        <Link to={paths.home} className="flex min-h-11 items-center">
          <Logo />
        </Link>
      </header>
      <main className="page flex flex-1 items-start justify-center py-8 sm:items-center">
        <Door onSignedIn={onSignedIn} notice={notice} />
      </main>
    </div>
  )
}

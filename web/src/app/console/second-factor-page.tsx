import { SecondFactorDoor } from '@/features/accounts/console/second-factor-door'
import type { AdminSession } from '@/lib/generated'
import { Logo } from '@/ui/logo'
import { useConsoleLogout } from './use-console-logout'

/** What an admin meets who must set up her second factor before the console opens. */
export function SecondFactorPage({ session, onDone }: { session: AdminSession; onDone: () => void }) {
  const logout = useConsoleLogout(session)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page flex h-18 items-center">
        <Logo />
      </header>
      <main className="page flex-1 py-8 lg:py-16">
        <SecondFactorDoor username={session.username} onDone={onDone} onLogout={logout} />
      </main>
    </div>
  )
}

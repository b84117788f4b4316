import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { SessionUser } from '@/lib/api-types'
import { useLoadSession, useSession } from '@/lib/session'
import type { AccountMenus } from './header'
import { UserEntries, UserMenu } from './user-menu'

export { pageClient } from './query-client'

/** The components that the landing page needs only for signed-in users. */
export type LandingAccount = AccountMenus & {
  /** Loads the session, keeps it up to date and reports its user. */
  Session: (props: { onUser: (user: SessionUser | null) => void }) => ReactNode
}

export function landingAccount(client: QueryClient): LandingAccount {
  const withClient = (part: ReactNode) => <QueryClientProvider client={client}>{part}</QueryClientProvider>
  return {
    Session: ({ onUser }) => withClient(<LoadedSession onUser={onUser} />),
    Menu: ({ user }) => withClient(<UserMenu user={user} />),
    Entries: ({ user }) => withClient(<UserEntries user={user} />),
  }
}

function LoadedSession({ onUser }: { onUser: (user: SessionUser | null) => void }) {
  const { user } = useSession()
  useLoadSession()
  useEffect(() => onUser(user), [onUser, user])
  return null
}

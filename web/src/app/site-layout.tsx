import { useQuery } from '@tanstack/react-query'
import { Outlet, ScrollRestoration } from 'react-router'
import { footerQuery } from '@/features/content/api'
import { CurrentUserContext } from '@/lib/current-user'
import { useLoadSession, useSession } from '@/lib/session'
import { Shell } from './shell'
import { useArrival } from './use-arrival'
import { UserEntries, UserMenu } from './user-menu'

const menus = { Menu: UserMenu, Entries: UserEntries }

/** Puts the shell around the router's current page. */
export function SiteLayout() {
  const footer = useQuery(footerQuery).data
  const { user } = useSession()
  useArrival()
  useLoadSession()
  return (
    <CurrentUserContext value={user}>
      <Shell footer={footer} menus={menus}>
        <Outlet />
      </Shell>
      <ScrollRestoration />
    </CurrentUserContext>
  )
}

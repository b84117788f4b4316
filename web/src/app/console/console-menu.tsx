import { useQuery } from '@tanstack/react-query'
import { Database, LogOut, Menu, X } from 'lucide-react'
import { NavLink, useMatches } from 'react-router'
import { adminAccessQuery, roleLabels, useMay } from '@/lib/admin-access'
import type { AdminSession } from '@/lib/api-types'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { classes } from '@/ui/classes'
import { consoleRoutes } from './routes'
import { homes, type MenuEntry, menuGroups, menuOf, screenAt } from './screens'
import { useConsoleLogout } from './use-console-logout'

const menu = menuOf(consoleRoutes)

const look = 'flex min-h-11 items-center gap-3 border-l-3 border-transparent px-3 hover:bg-base-300/50'

type MenuItemProps = { to: string; entry: MenuEntry; isCurrent: boolean }

function MenuItem({ to, entry: { label, icon: Icon }, isCurrent }: MenuItemProps) {
  return (
    <li className="break-inside-avoid">
      <NavLink
        to={to}
        end={to === paths.admin}
        className={classes(look, isCurrent && 'border-primary bg-base-100 font-semibold')}
      >
        <Icon className="size-5 shrink-0" strokeWidth={1.5} />
        {label}
      </NavLink>
    </li>
  )
}

/** Lines in the place of the menu until the admin's role is known. */
export function MenuSkeleton() {
  return (
    <div className="flex flex-col gap-7 px-6.75 py-5" aria-hidden="true">
      {menu.map(({ first }) => (
        <span key={first.path} className="skeleton h-4 w-4/5" />
      ))}
    </div>
  )
}

/** The navigation of the console, the current admin and the button to sign out. */
export function ConsoleMenu({ session }: { session: AdminSession }) {
  const logout = useConsoleLogout(session)
  const may = useMay()
  const { data: access } = useQuery(adminAccessQuery)
  const home = homes[access?.role ?? '']
  const { entry: current } = screenAt(useMatches())
  return (
    <nav aria-label="Console" className="flex flex-col px-3 pb-4 max-lg:pt-2">
      {!access && <MenuSkeleton />}
      {menuGroups.map((name) => {
        const items = menu.filter(
          ({ entry, first }) => entry.group === name && may(first.needs) && !(first.path === paths.admin && home),
        )
        return (
          items.length > 0 && (
            <section key={name} aria-label={name} className="mb-3">
              <h2 className="px-3.75 pt-1 pb-0.5 font-sans text-quiet text-sm tracking-normal">{name}</h2>
              <ul className="sm:max-lg:columns-2 sm:max-lg:gap-x-6">
                {items.map(({ entry, first }) => (
                  <MenuItem key={first.path} to={first.path} entry={entry} isCurrent={entry === current} />
                ))}
                {name === 'Setup' && (
                  <li className="break-inside-avoid">
                    <a className={look} href={paths.dashboard}>
                      <Database className="size-5 shrink-0" strokeWidth={1.5} />
                      Raw data
                    </a>
                  </li>
                )}
              </ul>
            </section>
          )
        )
      })}
      <div className="mt-4 border-base-300 border-t px-3.75 pt-4">
        <p className="text-quiet text-sm">{access ? roleLabels[access.role] : 'Signed in as'}</p>
        <NavLink to={paths.adminOwn} className="flex min-h-11 items-center font-semibold hover:underline">
          <span className="min-w-0">{session.username}</span>
        </NavLink>
      </div>
      <button
        type="button"
        className="mt-2 flex min-h-11 cursor-pointer items-center gap-3 px-3.75 text-left hover:bg-base-300/50"
        onClick={logout}
      >
        <LogOut className="size-5 shrink-0" strokeWidth={1.5} />
        Logout
      </button>
      <a className="flex min-h-11 items-center self-start px-3.75 text-link text-sm" href={paths.home}>
        Open the site
      </a>
      <p className="px-3.75 text-quiet text-sm">All times in IST.</p>
    </nav>
  )
}

type MenuButtonProps = { open: boolean; onPress: () => void; controls: string }

/** Opens the menu on screens that are too narrow to show it at the side. */
export function MenuButton({ open, onPress, controls }: MenuButtonProps) {
  const Icon = open ? X : Menu
  return (
    <Button
      tone="quiet"
      aria-expanded={open}
      aria-controls={controls}
      aria-label={open ? 'Close the menu' : 'Open the menu'}
      className="-mr-3 size-11 p-0 lg:hidden"
      onClick={onPress}
    >
      <Icon className="size-5" strokeWidth={1.5} />
    </Button>
  )
}

import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, Database, LogOut, Menu, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink, useMatches } from 'react-router'
import { adminAccessQuery, roleLabels, useMay } from '@/lib/admin-access'
import type { AdminSession } from '@/lib/api-types'
import { consolePaths } from '@/lib/console-paths'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { classes } from '@/ui/classes'
import { consoleRoutes } from './routes'
import { homes, type MenuEntry, type MenuPart, menuOf, screenAt } from './screens'
import { useConsoleLogout } from './use-console-logout'

const menu = menuOf(consoleRoutes)

const look =
  'flex min-h-11 items-center gap-2.5 border-l-3 px-2.5 hover:bg-base-300/50 lg:min-h-9 lg:max-2xl:gap-2 lg:max-2xl:px-2 lg:max-2xl:text-base'
const otherLook = 'border-transparent'
const currentLook = 'border-primary bg-base-100 font-semibold'

type MenuItemProps = {
  entry: MenuEntry
  /** The parts that the admin may see. */
  parts: readonly MenuPart[]
  /** The first of all its parts. */
  firstPart: MenuPart | undefined
  isCurrent: boolean
  currentPart: string | undefined
}

/**
 * An entry, with the list of its parts while it is current. If only its first part is left, the entry alone is shown. An
 * entry without parts has one with its own label.
 */
function MenuItem({ entry: { label, icon: Icon }, parts, firstPart, isCurrent, currentPart }: MenuItemProps) {
  const [main] = parts
  if (!main) return null
  const isOpen = isCurrent && (parts.length > 1 || main !== firstPart)
  return (
    <li>
      <MenuLink to={main.first.path} isCurrent={isCurrent && !isOpen} className={isOpen && 'font-semibold'}>
        <Icon className="size-5 shrink-0" strokeWidth={1.5} />
        {label}
      </MenuLink>
      {isOpen && (
        <ul aria-label={label} className="mb-1 pl-7.5">
          {parts.map(({ label, first }) => (
            <li key={first.path}>
              <MenuLink to={first.path} isCurrent={label === currentPart} className="lg:min-h-8">
                {label}
              </MenuLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type MenuLinkProps = { to: string; isCurrent: boolean; className?: string | false; children: ReactNode }

function MenuLink({ to, isCurrent, className, children }: MenuLinkProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(look, isCurrent ? currentLook : otherLook, className)}
    >
      {children}
    </Link>
  )
}

/** Lines in the place of the menu until the admin's role is known. */
export function MenuSkeleton() {
  return (
    <div className="flex flex-col gap-5 px-6.75 py-5" aria-hidden="true">
      {menu.map(({ entry }) => (
        <span key={entry.label} className="skeleton h-4 w-4/5" />
      ))}
    </div>
  )
}

/** The navigation of the console. The settings, the current admin and the button to sign out are at its foot. */
export function ConsoleMenu({ session }: { session: AdminSession }) {
  const logout = useConsoleLogout(session)
  const may = useMay()
  const { data: access } = useQuery(adminAccessQuery)
  const home = homes[access?.role ?? '']
  const { entry: current, part: currentPart } = screenAt(useMatches())
  const items = (isAtFoot: boolean) =>
    menu
      .filter(({ entry }) => Boolean(entry.isAtFoot) === isAtFoot)
      .map(({ entry, parts }) => (
        <MenuItem
          key={entry.label}
          entry={entry}
          parts={parts.filter(({ first }) => may(first.needs) && !(first.path === paths.admin && home))}
          firstPart={parts[0]}
          isCurrent={entry === current}
          currentPart={currentPart}
        />
      ))
  return (
    <nav aria-label="Console" className="flex grow flex-col px-3 pb-3 max-lg:pt-2 lg:max-2xl:px-2">
      {!access && <MenuSkeleton />}
      <ul className="mb-auto">{items(false)}</ul>
      <ul className="mt-4 border-base-300 border-t pt-3">
        {items(true)}
        {may('GET /api/admin/settings') && (
          <li>
            <a className={classes(look, otherLook)} href={paths.dashboard}>
              <Database className="size-5 shrink-0" strokeWidth={1.5} />
              Raw data
            </a>
          </li>
        )}
        <li>
          <NavLink to={consolePaths.own} className={classes(look, otherLook)}>
            <CircleUserRound className="size-5 shrink-0" strokeWidth={1.5} />
            <span className="min-w-0">
              <span className="font-semibold">{session.username}</span>
              {access && <span className="text-quiet text-sm"> · {roleLabels[access.role]}</span>}
            </span>
          </NavLink>
        </li>
        <li>
          <button
            type="button"
            className={classes(look, otherLook, 'w-full cursor-pointer text-left')}
            onClick={logout}
          >
            <LogOut className="size-5 shrink-0" strokeWidth={1.5} />
            Logout
          </button>
        </li>
      </ul>
      <p className="px-3.25 text-quiet text-sm">
        <a className="text-link" href={paths.home}>
          Open the site
        </a>{' '}
        · Times in IST
      </p>
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

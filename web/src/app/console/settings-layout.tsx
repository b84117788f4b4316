import { ChevronDown } from 'lucide-react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { classes } from '@/ui/classes'
import { type ScreenAt, screensOf } from './screens'
import { settingsGroups } from './settings-routes'

type Group = { label: string; screens: readonly ScreenAt[] }

/** The settings that the admin's role includes: a list beside the chosen one, or above it where it does not fit. */
export function SettingsLayout() {
  const may = useMay()
  const { pathname } = useLocation()
  const groups = settingsGroups
    .map(({ label, screens }) => ({ label, screens: screensOf(screens).filter(({ needs }) => may(needs)) }))
    .filter(({ screens }) => screens.length > 0)
  const current = groups.flatMap(({ screens }) => screens).find(({ path }) => path === pathname)
  return (
    <div className="gap-x-10 xl:grid xl:grid-cols-[11.5rem_minmax(0,1fr)]">
      <nav aria-label="Settings" className="mb-6 xl:sticky xl:top-10 xl:self-start">
        {/* The key closes the list after a link was followed. */}
        <details key={pathname} className="group border border-base-300 xl:hidden">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 font-semibold [&::-webkit-details-marker]:hidden">
            <span className="mr-auto">{current ? nameOf(current) : 'Settings'}</span>
            <ChevronDown
              className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180 motion-reduce:transition-none"
              strokeWidth={1.5}
            />
            <span className="sr-only">All settings</span>
          </summary>
          <div className="border-base-300 border-t p-2 pb-0 sm:columns-2">
            <SettingsList groups={groups} />
          </div>
        </details>
        <div className="max-xl:hidden">
          <SettingsList groups={groups} />
        </div>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

const nameOf = ({ label, title }: ScreenAt) => label ?? title

function SettingsList({ groups }: { groups: readonly Group[] }) {
  return groups.map(({ label, screens }) => (
    <section key={label} aria-label={label} className="mb-4 break-inside-avoid">
      <h2 className="px-2 pb-0.5 font-sans text-quiet text-sm tracking-normal">{label}</h2>
      <ul>
        {screens.map((screen) => (
          <li key={screen.path}>
            <NavLink
              to={screen.path}
              end
              className={({ isActive }) =>
                classes(
                  'flex min-h-11 items-center border-l-3 px-2 xl:min-h-10',
                  isActive ? 'border-primary bg-base-200 font-semibold' : 'border-transparent hover:bg-base-200',
                )
              }
            >
              {nameOf(screen)}
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  ))
}

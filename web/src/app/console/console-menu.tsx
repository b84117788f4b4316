import { NavLink } from 'react-router'
import type { AdminSession } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { classes } from '@/ui/classes'
import { Glyph } from './glyph'
import { screens } from './screens'
import { useConsoleLogout } from './use-console-logout'

/** The ways through the console, who is here, and the way out. */
export function ConsoleMenu({ session }: { session: AdminSession }) {
  const logout = useConsoleLogout(session)
  return (
    <nav aria-label="Console" className="flex flex-col px-3 pb-4 max-lg:pt-2">
      <ul className="sm:max-lg:columns-2 sm:max-lg:gap-x-6">
        {screens.map(
          ({ path, menu, glyph }) =>
            menu && (
              <li key={path} className="break-inside-avoid">
                <NavLink
                  to={path}
                  end={path === paths.admin}
                  className={({ isActive }) =>
                    classes(
                      'flex min-h-11 items-center gap-3 border-l-3 px-3 hover:bg-base-300/50',
                      isActive ? 'border-primary bg-base-100 font-semibold' : 'border-transparent',
                    )
                  }
                >
                  {glyph && <Glyph name={glyph} />}
                  {menu}
                </NavLink>
              </li>
            ),
        )}
      </ul>
      <div className="mt-4 border-base-300 border-t px-3.75 pt-4">
        <p className="text-quiet text-sm">Signed in as</p>
        <NavLink
          to={paths.adminOwn}
          className="flex min-h-11 items-center [overflow-wrap:anywhere] font-semibold hover:underline"
        >
          {session.username}
        </NavLink>
      </div>
      <button
        type="button"
        className="mt-2 flex min-h-11 cursor-pointer items-center gap-3 px-3.75 text-left hover:bg-base-300/50"
        onClick={logout}
      >
        <Glyph name="logout" />
        Logout
      </button>
      <a className="flex min-h-11 items-center self-start px-3.75 text-link text-sm" href={paths.home}>
        Open the site
      </a>
      <p className="px-3.75 text-quiet text-sm">Times are Indian (IST).</p>
    </nav>
  )
}

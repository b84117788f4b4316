import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { classes } from './classes'

type LinkTab = { to: string; label: string; count?: number }

/** The parts of a console page, each with an address of its own. What `keep` holds goes along, such as a search. */
export function LinkTabs({ label, tabs, keep = '' }: { label: string; tabs: readonly LinkTab[]; keep?: string }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()

  // where the tabs do not fit, the one that is open is in view
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another tab
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (nav.current && open) nav.current.scrollLeft = open.offsetLeft - (nav.current.clientWidth - open.offsetWidth) / 2
  }, [pathname])

  return (
    <nav ref={nav} aria-label={label} className="relative mb-6 overflow-x-auto border-base-300 border-b">
      <ul className="flex gap-x-5 whitespace-nowrap">
        {tabs.map(({ to, label, count }) => (
          <li key={to}>
            <NavLink
              to={{ pathname: to, search: keep }}
              end
              className={({ isActive }) =>
                classes(
                  'flex min-h-11 items-center gap-2 border-b-3',
                  isActive ? 'border-primary font-semibold' : 'border-transparent text-quiet hover:border-base-300',
                )
              }
            >
              {label}
              {count !== undefined && <span className="text-quiet text-sm tabular-nums">{count}</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

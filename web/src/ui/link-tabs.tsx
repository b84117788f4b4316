import { NavLink, useLocation } from 'react-router'
import { TabCount, TabLine, tabLook } from './tab-line'

type LinkTab = { to: string; label: string; count?: number }

/** The parts of a console page, each with an address of its own. What `keep` holds goes along, such as a search. */
export function LinkTabs({ label, tabs, keep = '' }: { label: string; tabs: readonly LinkTab[]; keep?: string }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label}>
      <TabLine at={pathname}>
        {tabs.map(({ to, label, count }) => (
          <li key={to}>
            <NavLink to={{ pathname: to, search: keep }} end className={({ isActive }) => tabLook(isActive)}>
              {label}
              {count !== undefined && <TabCount>{count}</TabCount>}
            </NavLink>
          </li>
        ))}
      </TabLine>
    </nav>
  )
}

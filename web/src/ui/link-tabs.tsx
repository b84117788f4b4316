import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { count } from '@/lib/formats'
import { classes } from './classes'

type LinkTab = { to: string; label: string; count?: number }

type LinkTabsProps = {
  label: string
  tabs: readonly LinkTab[]
  /** A query, such as a search, that is added to each link. */
  keep?: string
  /** The address that the others start with. With it, a tab is also open on the pages below its address. */
  root?: string
}

/** Tabs with an address each. */
export function LinkTabs({ label, tabs, keep = '', root }: LinkTabsProps) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label}>
      <TabLine at={pathname}>
        {tabs.map(({ to, label, count }) => (
          <li key={to}>
            <NavLink
              to={{ pathname: to, search: keep }}
              end={!root || to === root}
              className={({ isActive }) => tabLook(isActive)}
            >
              {label}
              {count !== undefined && <TabCount>{count}</TabCount>}
            </NavLink>
          </li>
        ))}
      </TabLine>
    </nav>
  )
}

type TabLineProps = {
  /** Identifies the open tab: its address or its choice. */
  at: string
  /** List items, each with a link styled by `tabLook`. */
  children: ReactNode
}

/** A line of tabs. If it is too wide it scrolls, with the open tab in view. */
export function TabLine({ at, children }: TabLineProps) {
  const line = useRef<HTMLUListElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value of at means that another tab is open
  useEffect(() => {
    const open = line.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (line.current && open)
      line.current.scrollLeft = open.offsetLeft - (line.current.clientWidth - open.offsetWidth) / 2
  }, [at])

  return (
    <ul ref={line} className={tabLine}>
      {children}
    </ul>
  )
}

/** The classes of a line of tabs. */
export const tabLine =
  'relative mb-6 flex gap-x-5 overflow-x-auto whitespace-nowrap border-base-300 border-b max-xl:gap-x-4 max-xl:text-[0.9375rem]'

/** The number of items in a tab. */
export function TabCount({ children }: { children: number }) {
  return <span className="font-normal text-quiet text-sm tabular-nums">{count(children)}</span>
}

export function tabLook(isOpen: boolean): string {
  return classes(
    // The scrolling line would cut off an outline outside the tab.
    'flex min-h-11 cursor-pointer items-center gap-2 border-b-3 focus-visible:-outline-offset-2',
    isOpen
      ? 'border-primary font-semibold'
      : 'border-transparent text-quiet hover:border-base-300 hover:text-base-content',
  )
}

import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { TabLine, tabLook } from '@/ui/tab-line'

export type Tab = 'registrations' | 'drafts'

/** Which tab an address shows. */
export function tabOf(params: URLSearchParams): Tab {
  return params.get('tab') === 'drafts' ? 'drafts' : 'registrations'
}

const tabs: { tab: Tab; to: string; label: string }[] = [
  { tab: 'registrations', to: paths.adminOld, label: 'Completed Registrations' },
  { tab: 'drafts', to: `${paths.adminOld}?tab=drafts`, label: 'Draft Applications' },
]

/** The panel's two tabs. A search or a page belongs to one of them and does not go along. */
export function PanelTabs({ tab: current }: { tab: Tab }) {
  return (
    <nav aria-label="Lists">
      <TabLine at={current}>
        {tabs.map(({ tab, to, label }) => (
          <li key={tab}>
            <Link
              to={to}
              preventScrollReset
              aria-current={tab === current ? 'page' : undefined}
              className={tabLook(tab === current)}
            >
              {label}
            </Link>
          </li>
        ))}
      </TabLine>
    </nav>
  )
}

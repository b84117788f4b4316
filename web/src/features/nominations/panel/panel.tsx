import { Link, useSearchParams } from 'react-router'
import { count } from '@/lib/formats'
import { href } from '@/lib/href'
import { readListParams } from '@/lib/list'
import { useFollowChanges } from '@/lib/live'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { ExportButton } from '@/ui/export-button'
import { TabLine, tabLook } from '@/ui/link-tabs'
import { PageHead } from '@/ui/page-head'
import { StatCard, StatRow } from '@/ui/stat-card'
import { usePanelStats } from '../api'
import { DraftsTab } from './drafts-tab'
import { RegistrationsTab } from './registrations-tab'

/** The simple panel: the registrations, the drafts and a CSV export. */
export function Panel({ onLogout }: { onLogout: () => void }) {
  useFollowChanges()
  const [params] = useSearchParams()
  const tab = tabOf(params)
  return (
    <div className="page py-10 sm:py-14">
      <PageHead
        title="Admin Panel"
        lede="Registrations and draft applications"
        actions={
          <>
            <ExportCsv params={params} />
            <Button tone="quiet" onClick={onLogout}>
              Logout
            </Button>
          </>
        }
      />
      <PanelStats />
      <PanelTabs tab={tab} />
      {tab === 'drafts' ? <DraftsTab /> : <RegistrationsTab />}
    </div>
  )
}

type Tab = 'registrations' | 'drafts'

/** Returns the tab that an address selects. */
function tabOf(params: URLSearchParams): Tab {
  return params.get('tab') === 'drafts' ? 'drafts' : 'registrations'
}

const tabs: { tab: Tab; to: string; label: string }[] = [
  { tab: 'registrations', to: paths.adminOld, label: 'Completed Registrations' },
  { tab: 'drafts', to: href(paths.adminOld, { tab: 'drafts' }), label: 'Draft Applications' },
]

/** The panel's two tabs. The search and the page are dropped when the tab changes. */
function PanelTabs({ tab: current }: { tab: Tab }) {
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

/** Downloads the registrations in the list; on the tab of drafts, all registrations. */
function ExportCsv({ params }: { params: URLSearchParams }) {
  return (
    <ExportButton
      path="/api/registrations/export"
      query={tabOf(params) === 'registrations' ? readListParams(params, []).query : {}}
      label="Export CSV"
      saved={{ title: 'Export Successful', description: 'Registration data has been downloaded' }}
      failed="Could not download registration data"
    />
  )
}

/** The panel's four figures. */
function PanelStats() {
  const { data, error, refresh } = usePanelStats()
  if (!data && error)
    return (
      <div className="mb-8">
        <LoadError title="The figures could not be loaded" error={error} onRetry={refresh} />
      </div>
    )
  return (
    <StatRow>
      <StatCard label="Total Registrations" value={count(data?.totalRegistrations)} />
      <StatCard label="Draft Applications" value={count(data?.draftRegistrations)} />
      <StatCard label="This Week" value={count(data?.thisWeekRegistrations)} />
      <StatCard label="Independent Directors" value={count(data?.independentDirectors)} />
    </StatRow>
  )
}

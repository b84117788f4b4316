import { useSearchParams } from 'react-router'
import { Button } from '@/ui/button'
import { PageHead } from '@/ui/page-head'
import { DraftsTab } from './drafts-tab'
import { ExportCsv } from './export-csv'
import { PanelFigures } from './panel-figures'
import { PanelTabs, tabOf } from './panel-tabs'
import { RegistrationsTab } from './registrations-tab'

/** The simple panel: who has registered, who has begun to, and a file of all of them. */
export function Panel({ onLogout }: { onLogout: () => void }) {
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
      <PanelFigures />
      <PanelTabs tab={tab} />
      {tab === 'drafts' ? <DraftsTab /> : <RegistrationsTab />}
    </div>
  )
}

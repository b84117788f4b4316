import type { ComponentType } from 'react'
import { useMay } from '@/lib/admin-access'
import { paths } from '@/lib/paths'
import { LinkTabs } from '@/ui/link-tabs'

/** The parts of the settings, in menu order. */
const tabs: readonly { to: string; label: string; needs: string }[] = [
  { to: paths.adminSettings, label: 'General', needs: 'GET /api/admin/settings' },
  { to: paths.adminReview, label: 'Review & purchase', needs: 'GET /api/admin/settings' },
  { to: paths.adminTax, label: 'Tax & supplier', needs: 'GET /api/admin/settings' },
  { to: paths.adminEmailFrame, label: 'Look of emails', needs: 'GET /api/admin/settings' },
  { to: paths.adminProviders, label: 'Providers', needs: 'GET /api/providers' },
  { to: paths.adminWebhooks, label: 'Webhooks', needs: 'GET /api/webhook-diagnostics' },
  { to: paths.adminBackups, label: 'Backups', needs: 'GET /api/admin/backups' },
  { to: paths.adminJobs, label: 'Background work', needs: 'GET /api/jobs' },
  { to: paths.adminAdmins, label: 'Administrators', needs: 'GET /api/admins' },
  { to: paths.adminOwn, label: 'Your account', needs: 'GET /api/admin/me/sessions' },
]

/** The tabs that the admin's role includes. */
function SettingsTabs() {
  const may = useMay()
  return <LinkTabs label="Settings" tabs={tabs.filter(({ needs }) => may(needs))} />
}

type Module = { Component: ComponentType }

/** Shows a feature's page below the tabs of the settings. */
export function inSettings(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const { Component: Page } = await load()
    return {
      Component: () => (
        <>
          <SettingsTabs />
          <Page />
        </>
      ),
    }
  }
}

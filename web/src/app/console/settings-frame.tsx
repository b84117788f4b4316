import type { ComponentType } from 'react'
import { paths } from '@/lib/paths'
import { LinkTabs } from '@/ui/link-tabs'

/** The parts of the settings, in their order. */
const tabs: readonly { to: string; label: string }[] = [
  { to: paths.adminSettings, label: 'General' },
  { to: paths.adminReview, label: 'Review & purchase' },
  { to: paths.adminTax, label: 'Tax & supplier' },
  { to: paths.adminProviders, label: 'Providers' },
  { to: paths.adminWebhooks, label: 'Webhooks' },
  { to: paths.adminBackups, label: 'Backups' },
  { to: paths.adminJobs, label: 'Background work' },
  { to: paths.adminAdmins, label: 'Administrators' },
  { to: paths.adminOwn, label: 'Your account' },
]

type Module = { Component: ComponentType }

/** Puts a feature's page under the tabs of the settings. */
export function inSettings(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const { Component: Page } = await load()
    return {
      Component: () => (
        <>
          <LinkTabs label="Settings" tabs={tabs} />
          <Page />
        </>
      ),
    }
  }
}

import { paths } from '@/lib/paths'
import { LinkTabs } from './link-tabs'

const tabs = [
  { to: paths.adminCampaigns, label: 'Campaigns' },
  { to: paths.adminAutomations, label: 'Automations' },
  { to: paths.adminEmails, label: 'Outbox' },
  { to: paths.adminSuppressions, label: 'Suppressions' },
  { to: paths.adminEmailTexts, label: 'Texts' },
]

/** The tabs of the console's email pages. */
export function EmailTabs() {
  return <LinkTabs label="Email" tabs={tabs} />
}

import { consolePaths } from '@/lib/console-paths'
import { LinkTabs } from './link-tabs'

const tabs = [
  { to: consolePaths.campaigns, label: 'Campaigns' },
  { to: consolePaths.emailTexts, label: 'Sent by the site' },
  { to: consolePaths.emails, label: 'Emails sent' },
]

/** The tabs of the console's email pages. */
export function EmailTabs() {
  return <LinkTabs label="Email" tabs={tabs} />
}

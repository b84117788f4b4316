import { consolePaths } from '@/lib/console-paths'
import { LinkTabs } from './link-tabs'

const tabs = [
  { to: consolePaths.introductions, label: 'Introductions' },
  { to: consolePaths.mentors, label: 'Mentors' },
]

/** The tabs of the console's pages about how members find each other. */
export function IntroductionTabs() {
  return <LinkTabs label="Introductions and mentors" tabs={tabs} />
}

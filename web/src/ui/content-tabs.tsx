import { consolePaths } from '@/lib/console-paths'
import { LinkTabs } from './link-tabs'

const tabs = [
  { to: consolePaths.content, label: 'Texts' },
  { to: consolePaths.sections, label: 'Sections' },
  { to: consolePaths.pictures, label: 'Pictures' },
  { to: consolePaths.redirects, label: 'Redirects' },
]

/** The tabs of the console's pages about the content of the public pages. */
export function ContentTabs() {
  return <LinkTabs label="Content" tabs={tabs} />
}

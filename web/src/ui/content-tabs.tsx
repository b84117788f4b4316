import { paths } from '@/lib/paths'
import { LinkTabs } from './link-tabs'

const tabs = [
  { to: paths.adminContent, label: 'Texts' },
  { to: paths.adminPictures, label: 'Pictures' },
  { to: paths.adminRedirects, label: 'Redirects' },
]

/** The tabs of the console's pages about the content of the public pages. */
export function ContentTabs() {
  return <LinkTabs label="Content" tabs={tabs} />
}

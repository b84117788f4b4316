import { paths } from '@/lib/paths'
import { LinkTabs } from '@/ui/link-tabs'

const tabs = [
  { to: paths.adminContent, label: 'Texts' },
  { to: paths.adminPictures, label: 'Pictures' },
  { to: paths.adminRedirects, label: 'Redirects' },
]

/** The screens of the content of the public pages. */
export function ContentTabs() {
  return <LinkTabs label="Content" tabs={tabs} />
}

import { PreviewPage } from '@/features/site/console/preview-page'
import { Footer } from '../footer'

/** What the console's preview shows in its frames: no menu, no shell, one part of the site. */
export function Component() {
  return <PreviewPage footer={<Footer />} />
}

import { useQuery } from '@tanstack/react-query'
import { PreviewPage } from '@/features/content/console/preview-page'
import { footerQuery } from '@/features/content/landing-content'
import { Footer } from '../footer'

/** What the console's preview shows in its frames: no menu, no shell, one part of the site. */
export function Component() {
  return <PreviewPage footer={<PreviewFooter />} />
}

function PreviewFooter() {
  return <Footer content={useQuery(footerQuery).data} />
}

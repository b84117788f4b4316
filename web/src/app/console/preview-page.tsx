import { useQuery } from '@tanstack/react-query'
import { footerQuery } from '@/features/content/api'
import { PreviewedSection } from '@/features/content/console/previewed-section'
import { Footer } from '../footer'

/** The page that the console's preview loads in its frames: one section of the site without menu or shell. */
export function PreviewPage() {
  return <PreviewedSection footer={<PreviewFooter />} />
}

function PreviewFooter() {
  return <Footer content={useQuery(footerQuery).data} />
}

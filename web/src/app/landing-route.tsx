import { useEffect } from 'react'
import { useLanding } from '@/features/content/landing-content'
import { LandingPage } from '@/features/content/landing-page'
import { LoadingPage } from './fallback-pages'
import { landingForm } from './landing-form'
import { wantForm } from './when-form-is-wanted'

/**
 * The landing page for visitors who come from another page of the site, or whose page was not rendered by the server.
 */
export function Component() {
  const landing = useLanding()
  // On a return to the page, the form must be there at once: it keeps the page's height, and so the scroll position.
  useEffect(() => wantForm, [])
  if (!landing) return <LoadingPage />
  return <LandingPage landing={landing} form={landingForm} />
}

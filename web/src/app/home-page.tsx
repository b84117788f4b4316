import { useEffect } from 'react'
import { useLanding } from '@/features/content/api'
import { LandingPage } from '@/features/content/landing-page'
import { LoadingPage } from './fallback-pages'
import { landingForm } from './landing-form'
import { wantForm } from './when-form-is-wanted'

/**
 * The landing page for visitors who come from another page of the site, or whose page was not rendered by the server.
 */
export function HomePage() {
  const landing = useLanding()
  // Requests the form on leaving, so that after a return the page has the same height and its scroll position still
  // fits.
  useEffect(() => wantForm, [])
  if (!landing) return <LoadingPage />
  return <LandingPage landing={landing} form={landingForm} />
}

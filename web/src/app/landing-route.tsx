import { useEffect } from 'react'
import { useLanding } from '@/features/content/landing-content'
import { LandingPage } from '@/features/content/landing-page'
import { LoadingPage } from './fallback-pages'
import { landingForm } from './landing-form'
import { wantForm } from './when-form-is-wanted'

/** The landing page for who comes to it from another page, or finds it unrendered. */
export function Component() {
  const landing = useLanding()
  // Whoever comes back finds the page as high as it was, and their place in it.
  useEffect(() => wantForm, [])
  if (!landing) return <LoadingPage />
  return <LandingPage landing={landing} form={landingForm} />
}

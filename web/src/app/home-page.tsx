import { useEffect } from 'react'
import { useLanding } from '@/features/content/api'
import { LandingPage } from '@/features/content/landing-page'
import { DraftReminder } from '@/features/nominations/draft-mark'
import { LoadingPage } from './fallback-pages'
import { landingForm } from './landing-form'
import { wantForm } from './when-form-is-wanted'

/** The landing page. */
export function HomePage() {
  const landing = useLanding()
  // Requests the form on leaving, so that after a return the page has the same height and its scroll position still
  // fits.
  useEffect(() => wantForm, [])
  if (!landing) return <LoadingPage />
  return (
    <>
      <DraftReminder />
      <LandingPage landing={landing} form={landingForm} />
    </>
  )
}

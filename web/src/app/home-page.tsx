import { useEffect } from 'react'
import { LandingPage } from '@/features/content/landing-page'
import { DraftReminder } from '@/features/nominations/draft-mark'
import { useTiers } from '@/features/tiers/api'
import { PlanSummary } from '@/features/tiers/plan-summary'
import { landingForm } from './landing-form'
import { wantForm } from './when-form-is-wanted'

/** The landing page. */
export function HomePage() {
  // Requests the form on leaving, so that after a return the page has the same height and its scroll position still
  // fits.
  useEffect(() => wantForm, [])
  const { data: tiers = [] } = useTiers()
  return (
    <>
      <DraftReminder />
      <LandingPage plans={tiers.length > 0 && <PlanSummary tiers={tiers} />} form={landingForm} />
    </>
  )
}

import { Suspense, useEffect } from 'react'
import { NominationForm } from '@/app/nomination-form-chunk'
import { SectionBoundary } from '@/ui/section-boundary'
import { Spinner } from '@/ui/spinner'
import { wantForm } from './when-form-is-wanted'

/**
 * The form of the landing page. One element for good: were it made anew at each rendering, React
 * would throw the server's form away.
 */
export const landingForm = (
  <SectionBoundary what="The nomination form">
    <Suspense fallback={<FormIsComing />}>
      <NominationForm />
    </Suspense>
  </SectionBoundary>
)

// As tall as the form, more or less, so that what follows stays where it is.
function FormIsComing() {
  useEffect(wantForm, [])
  return (
    <div className="min-h-[120rem] md:min-h-[90rem]">
      <Spinner label="Loading the nomination form…" />
    </div>
  )
}

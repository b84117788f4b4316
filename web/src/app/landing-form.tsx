import { Suspense, useEffect } from 'react'
import { NominationForm } from '@/app/nomination-form-chunk'
import { SectionBoundary } from '@/ui/section-boundary'
import { Spinner } from '@/ui/spinner'
import { wantForm } from './when-form-is-wanted'

/**
 * The form of the landing page. It is one constant element: a new element at each rendering would make React discard
 * the form that the server rendered.
 */
export const landingForm = (
  <SectionBoundary what="The nomination form">
    <Suspense fallback={<FormIsComing />}>
      <NominationForm />
    </Suspense>
  </SectionBoundary>
)

// About as tall as the form, so that the content below does not move.
function FormIsComing() {
  useEffect(wantForm, [])
  return (
    <div className="min-h-[120rem] md:min-h-[90rem]">
      <Spinner label="Loading the nomination form…" />
    </div>
  )
}

import { Suspense, useEffect } from 'react'
import { NominationForm } from '@/app/nomination-form-chunk'
import { useTexts } from '@/lib/texts'
import { SectionBoundary } from '@/ui/section-boundary'
import { Spinner } from '@/ui/spinner'
import { wantForm } from './when-form-is-wanted'

/**
 * The form of the landing page. It is one constant element: a new element at each rendering would make React discard
 * the form that the server rendered.
 */
const form = (
  <Suspense fallback={<FormIsComing />}>
    <NominationForm />
  </Suspense>
)

export const landingForm = <LandingForm />

function LandingForm() {
  const text = useTexts('nomination')
  return <SectionBoundary what={text('part')}>{form}</SectionBoundary>
}

// About as tall as the form, so that the content below does not move.
function FormIsComing() {
  const text = useTexts('nomination')
  useEffect(wantForm, [])
  return (
    <div className="min-h-[120rem] md:min-h-[90rem]">
      <Spinner label={text('loading')} />
    </div>
  )
}

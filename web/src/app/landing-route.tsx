import { Suspense, useEffect } from 'react'
import { NominationForm } from '@/app/nomination-form-chunk'
import { LandingPage } from '@/features/site/landing-page'
import { SectionBoundary } from '@/ui/section-boundary'
import { Spinner } from '@/ui/spinner'
import { wantForm } from './when-form-is-wanted'

// One element for good: were it made anew at each rendering, React would throw the server's form away.
const form = (
  <SectionBoundary what="The nomination form">
    <Suspense fallback={<FormIsComing />}>
      <NominationForm />
    </Suspense>
  </SectionBoundary>
)

export function Component() {
  // Whoever comes back finds the page as high as it was, and her place in it.
  useEffect(() => wantForm, [])
  return <LandingPage form={form} />
}

// As tall as the form, more or less, so that what follows stays where it is.
function FormIsComing() {
  useEffect(wantForm, [])
  return (
    <div className="min-h-[120rem] md:min-h-[90rem]">
      <Spinner label="Loading the nomination form…" />
    </div>
  )
}

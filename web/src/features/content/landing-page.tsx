import { type ReactNode, Suspense } from 'react'
import { AboutSection } from './about-section'
import { BenefitsSection } from './benefits-section'
import { ConcernsSection } from './concerns-section'
import { ContactSection } from './contact-section'
import { FaqSection } from './faq-section'
import { Hero } from './hero'
import { MembersSection } from './members-section'
import { PlansSection } from './plans-section'
import { RegisterSection } from './register-section'
import { Stats } from './stats'
import { TestimonialsSection } from './testimonials-section'

type LandingPageProps = {
  /** The table of the plans; undefined if there are no plans. */
  plans: ReactNode | undefined
  form: ReactNode
}

/**
 * The landing page. The table and the form belong to other features and are props. Each part below the first screen has
 * its own Suspense boundary: React hydrates one at a time and yields to the browser between them.
 */
export function LandingPage({ plans, form }: LandingPageProps) {
  return (
    <>
      <Hero />
      <Stats />
      <Suspense>
        <AboutSection />
      </Suspense>
      <Suspense>
        <ConcernsSection />
      </Suspense>
      <Suspense>
        <TestimonialsSection />
      </Suspense>
      <Suspense>
        <BenefitsSection />
      </Suspense>
      <Suspense>{plans && <PlansSection table={plans} />}</Suspense>
      <Suspense>
        <MembersSection />
      </Suspense>
      <Suspense>
        <RegisterSection form={form} />
      </Suspense>
      <Suspense>
        <FaqSection />
      </Suspense>
      <Suspense>
        <ContactSection />
      </Suspense>
    </>
  )
}

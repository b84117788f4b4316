import { type ReactNode, Suspense } from 'react'
import { AboutSection } from './about-section'
import type { Landing } from './api'
import { BenefitsSection } from './benefits-section'
import { ConcernsSection } from './concerns-section'
import { ContactSection } from './contact-section'
import { FaqSection } from './faq-section'
import { Hero } from './hero'
import { MembersSection } from './members-section'
import { RegisterSection } from './register-section'
import { Stats } from './stats'
import { TestimonialsSection } from './testimonials-section'

/**
 * The landing page. The form belongs to another feature and is a prop. Each part below the first screen has its own
 * Suspense boundary: React hydrates one at a time and yields to the browser between them.
 */
export function LandingPage({ landing, form }: { landing: Landing; form: ReactNode }) {
  return (
    <>
      <Hero content={landing.hero} />
      <Stats figures={landing.stats} />
      <Suspense>
        <AboutSection {...landing.about} />
      </Suspense>
      <Suspense>
        <ConcernsSection {...landing.concerns} />
      </Suspense>
      <Suspense>
        <TestimonialsSection {...landing.testimonials} />
      </Suspense>
      <Suspense>
        <BenefitsSection {...landing.features} />
      </Suspense>
      <Suspense>
        <MembersSection content={landing.membership.heading} />
      </Suspense>
      <Suspense>
        <RegisterSection content={landing.register} form={form} />
      </Suspense>
      <Suspense>
        <FaqSection {...landing.faq} />
      </Suspense>
      <Suspense>
        <ContactSection content={landing.contact} />
      </Suspense>
    </>
  )
}

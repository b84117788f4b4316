import { type ReactNode, Suspense } from 'react'
import { AboutSection } from './about-section'
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
export function LandingPage({ form }: { form: ReactNode }) {
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

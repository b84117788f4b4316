import type { ReactNode } from 'react'
import { Spinner } from '@/ui/spinner'
import { AboutSection } from './about-section'
import { BenefitsSection } from './benefits-section'
import { ConcernsSection } from './concerns-section'
import { ContactSection } from './contact-section'
import { FaqSection } from './faq-section'
import { Hero } from './hero'
import { useLanding } from './landing-content'
import { MembersSection } from './members-section'
import { RegisterSection } from './register-section'
import { Stats } from './stats'
import { TestimonialsSection } from './testimonials-section'

/** The landing page, from top to bottom. The form belongs to another room and is handed in. */
export function LandingPage({ form }: { form: ReactNode }) {
  const landing = useLanding()
  if (!landing)
    return (
      <div className="page flex justify-center py-40">
        <Spinner label="Loading…" size={28} />
      </div>
    )
  return (
    <>
      <Hero words={landing.hero} />
      <Stats figures={landing.stats} />
      <AboutSection {...landing.about} />
      <ConcernsSection {...landing.concerns} />
      <TestimonialsSection {...landing.testimonials} />
      <BenefitsSection {...landing.features} />
      <MembersSection words={landing.membership.heading} />
      <RegisterSection words={landing.register} form={form} />
      <FaqSection {...landing.faq} />
      <ContactSection words={landing.contact} />
    </>
  )
}

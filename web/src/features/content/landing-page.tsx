import { type ReactNode, Suspense } from 'react'
import { useIsEditing, useTexts } from '@/lib/texts'
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
  /** The cards of the plans; undefined if there are no plans. */
  plans: ReactNode | undefined
  form: ReactNode
}

/**
 * The landing page. The plans and the form belong to other features and are props. Each part below the first screen has
 * its own Suspense boundary: React hydrates one at a time and yields to the browser between them.
 */
export function LandingPage({ plans, form }: LandingPageProps) {
  const text = useTexts('landing')
  const isEditing = useIsEditing()
  return (
    <>
      {!text.isOn('hero.isActive') && !isEditing && <h1 className="sr-only">{text('head.title')}</h1>}
      <Part isOn={text.isOn('hero.isActive')}>
        <Hero />
      </Part>
      <Stats />
      <Part isOn={text.isOn('about.heading.isActive')}>
        <AboutSection />
      </Part>
      <Suspense>
        <ConcernsSection />
      </Suspense>
      <Part isOn={text.isOn('testimonials.heading.isActive')}>
        <TestimonialsSection />
      </Part>
      <Part isOn={text.isOn('features.heading.isActive')}>
        <BenefitsSection />
      </Part>
      <Suspense>{plans && <PlansSection cards={plans} />}</Suspense>
      <Part isOn={text.isOn('membership.isActive')}>
        <MembersSection />
      </Part>
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

/** A part that an editor can switch off. In edit mode it stays on the page, so that its texts can still be edited. */
function Part({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  const isEditing = useIsEditing()
  if (isOn) return <Suspense>{children}</Suspense>
  return isEditing && <div data-off="">{children}</div>
}

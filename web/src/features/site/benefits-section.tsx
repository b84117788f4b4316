import type { Section } from '@/lib/generated'
import { BenefitGlyph } from './benefit-glyph'
import { LandingSection, SectionHeading } from './landing-section'
import { RichText } from './rich-text'

export function BenefitsSection({ heading, cards }: Section) {
  return (
    <LandingSection id="benefits" className="border-base-300 border-t">
      <div className="page">
        <SectionHeading id="benefits" chapter="Benefits" title={heading.title} subtitle={heading.subtitle} />
        <ul className="mt-14 -mb-12 grid gap-x-10 md:mt-20 md:grid-cols-2 lg:grid-cols-3">
          {cards.map((card, index) => (
            <li key={card.title} className="border-base-300 border-t pt-8 pb-12">
              <BenefitGlyph index={index} className="size-14" />
              <h3 className="display-3 mt-6">{card.title}</h3>
              <RichText html={card.html} className="mt-3 text-quiet" />
            </li>
          ))}
        </ul>
      </div>
    </LandingSection>
  )
}

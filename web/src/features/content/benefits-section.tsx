import { PromiseLink } from '@/ui/promise-link'
import type { Section } from './api'
import { BenefitGlyph } from './benefit-glyph'
import { CardWords, LandingSection, SectionHeading } from './landing-section'
import { Plate } from './picture'

/**
 * The benefits. If one of them has a picture, the drawings of the others get the same size, so that the texts line up.
 */
export function BenefitsSection({ heading, cards }: Section) {
  const glyph = cards.some(({ imageUrl }) => imageUrl) ? 'aspect-3/2 w-full bg-base-200 p-[12%]' : 'size-14'
  return (
    <LandingSection id="benefits" className="border-base-300 border-t">
      <div className="page">
        <SectionHeading id="benefits" chapter="Benefits" title={heading.title} subtitle={heading.subtitle} />
        <Plate src={heading.imageUrl} className="mt-14 md:aspect-3/1" />
        <ul className="mt-14 -mb-12 grid gap-x-10 md:mt-20 md:grid-cols-2 lg:grid-cols-3">
          {cards.map((card, index) => (
            <li key={card.title || card.html} className="border-base-300 border-t pt-8 pb-12">
              <Plate src={card.imageUrl} className="mb-6">
                <BenefitGlyph index={index} className={`mb-6 ${glyph}`} />
              </Plate>
              <CardWords card={card} className="text-quiet" />
              <PromiseLink promise={card.title} className="mt-3" />
            </li>
          ))}
        </ul>
      </div>
    </LandingSection>
  )
}

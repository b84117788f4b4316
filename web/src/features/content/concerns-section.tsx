import { RichText } from '@/ui/rich-text'
import type { Section } from './api'
import { LandingSection, SectionHeading } from './landing-section'

/** Common objections to joining, with answers. */
export function ConcernsSection({ heading, cards }: Section) {
  return (
    <LandingSection id="concerns" dark className="border-base-300 border-y">
      <div className="page">
        <SectionHeading id="concerns" chapter="Honest answers" title={heading.title} subtitle={heading.subtitle} />
        <ul className="mt-14 -mb-9 grid gap-x-16 md:mt-20 md:grid-cols-2">
          {cards.map((card) => (
            <li key={card.title} className="border-base-300 border-t py-9 md:py-11">
              <p className="text-accent text-sm">{card.subtitle}</p>
              <h3 className="mt-3 font-serif text-[1.625rem] leading-tight md:text-3xl">{card.title}</h3>
              <RichText html={card.html} className="mt-4 max-w-text text-quiet" />
            </li>
          ))}
        </ul>
      </div>
    </LandingSection>
  )
}

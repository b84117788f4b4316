import type { ReactNode } from 'react'
import { paths } from '@/lib/paths'
import { useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { LandingSection, SectionHeading } from './landing-section'

/** The plans in short, with cards from another feature. */
export function PlansSection({ cards }: { cards: ReactNode }) {
  const text = useTexts('landing')
  return (
    <LandingSection id="plans" className="border-base-300 border-t bg-(--ground) [--ground:var(--color-base-200)]">
      <div className="page">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <SectionHeading
            id="plans"
            chapter={text('plans.chapter')}
            title={text('plans.title')}
            subtitle={text('plans.subtitle')}
          />
          <ButtonLink tone="outline" to={paths.membershipPlans}>
            {text('plans.link')}
          </ButtonLink>
        </div>
        <div className="mt-6 md:mt-12">{cards}</div>
      </div>
    </LandingSection>
  )
}

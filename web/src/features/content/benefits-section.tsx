import { useTexts } from '@/lib/texts'
import { PromiseLink } from '@/ui/promise-link'
import { BenefitGlyph } from './benefit-glyph'
import { CardWords, LandingSection, SectionHeading } from './landing-section'
import { Plate } from './picture'

const cardSizes = '(min-width: 64rem) 24rem, (min-width: 48rem) 50vw, 100vw'

/**
 * The benefits. If one of them has a picture, the drawings of the others get the same size, so that the texts line up.
 */
export function BenefitsSection() {
  const text = useTexts('landing')
  const cards = text.list('features.cards')
  const glyph = cards.some(({ text }) => text.picture('image').src)
    ? 'aspect-3/2 w-full bg-base-200 p-[12%]'
    : 'size-14'
  return (
    <LandingSection id="benefits" className="border-base-300 border-t">
      <div className="page">
        <SectionHeading
          id="benefits"
          chapter={text('features.chapter')}
          title={text('features.heading.title')}
          subtitle={text('features.heading.subtitle')}
          body={text.rich('features.heading.body')}
        />
        <Plate {...text.picture('features.heading.image')} className="mt-14 md:aspect-3/1" />
        <ul
          className="mt-14 -mb-12 grid gap-x-10 md:mt-20 md:grid-cols-2 lg:grid-cols-3"
          {...text.listMark('features.cards')}
        >
          {cards.map(({ id, text, mark }, index) => (
            <li key={id} {...mark} className="border-base-300 border-t pt-8 pb-12">
              <Plate {...text.picture('image')} sizes={cardSizes} className="mb-6">
                <BenefitGlyph index={index} className={`mb-6 ${glyph}`} />
              </Plate>
              <CardWords text={text} className="text-quiet" />
              <PromiseLink promise={`${id} ${text.plain('title')}`} className="mt-3" />
            </li>
          ))}
        </ul>
      </div>
    </LandingSection>
  )
}

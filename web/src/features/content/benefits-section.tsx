import { useTexts } from '@/lib/texts'
import { classes } from '@/ui/classes'
import { PromiseLink } from '@/ui/promise-link'
import { BenefitGlyph } from './benefit-glyph'
import { CardWords, LandingSection, SectionHeading } from './landing-section'
import { Plate } from './picture'
import { SnapRow } from './snap-row'

const cardSizes = '(min-width: 64rem) 24rem, (min-width: 48rem) 50vw, 100vw'

/**
 * The benefits. If one of them has a picture, the drawings of the others get the same size, so that the texts line up.
 */
export function BenefitsSection() {
  const text = useTexts('landing')
  const cards = text.list('features.cards')
  const hasPictures = cards.some(({ text }) => text.picture('image').src)
  const beside = !hasPictures && 'md:grid md:grid-cols-[3rem_1fr] md:gap-x-5'
  const glyph = hasPictures ? 'mb-6 aspect-3/2 w-full bg-base-200 p-[12%]' : 'mb-4 size-12 md:mb-0'
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
        <Plate {...text.picture('features.heading.image')} className="mt-10 md:mt-14 md:aspect-3/1" />
        <SnapRow
          aria-labelledby="benefits-heading"
          className="mt-6 gap-x-6 md:mt-14 md:-mb-9 md:grid md:grid-cols-2 md:gap-x-10 lg:grid-cols-3"
          {...text.listProps('features.cards')}
        >
          {cards.map(({ id, text, props }, index) => (
            <li key={id} {...props} className={classes('border-base-300 border-t pt-6 md:pb-9', beside)}>
              <Plate {...text.picture('image')} sizes={cardSizes} className="mb-6">
                <BenefitGlyph index={index} className={glyph} />
              </Plate>
              <div>
                <CardWords text={text} className="text-quiet" />
                <PromiseLink screen={text.screen('leadsTo')} className="mt-3" />
              </div>
            </li>
          ))}
        </SnapRow>
      </div>
    </LandingSection>
  )
}

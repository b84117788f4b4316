import { useTexts } from '@/lib/texts'
import { RichText } from '@/ui/rich-text'
import { LandingSection, SectionHeading } from './landing-section'
import { SnapRow } from './snap-row'

/** Common objections to joining, with answers. */
export function ConcernsSection() {
  const text = useTexts('landing')
  return (
    <LandingSection id="concerns" band="ink" className="border-base-300 border-y">
      <div className="page">
        <SectionHeading
          id="concerns"
          chapter={text('concerns.chapter')}
          title={text('concerns.heading.title')}
          subtitle={text('concerns.heading.subtitle')}
        />
        <SnapRow
          aria-labelledby="concerns-heading"
          className="mt-6 gap-x-6 md:mt-14 md:-mb-9 md:grid md:grid-cols-2 md:gap-x-16"
          {...text.listProps('concerns.cards')}
        >
          {text.list('concerns.cards').map(({ id, text, props }) => (
            <li key={id} {...props} className="border-base-300 border-t pt-5 md:py-9">
              <p className="text-accent text-sm">{text('subtitle')}</p>
              <h3 className="mt-2 font-serif text-2xl leading-tight md:mt-3 md:text-3xl">{text('title')}</h3>
              <RichText {...text.rich('body')} className="mt-3 max-w-text text-quiet md:mt-4" />
            </li>
          ))}
        </SnapRow>
      </div>
    </LandingSection>
  )
}

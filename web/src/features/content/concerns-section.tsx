import { useTexts } from '@/lib/texts'
import { RichText } from '@/ui/rich-text'
import { LandingSection, SectionHeading } from './landing-section'

/** Common objections to joining, with answers. */
export function ConcernsSection() {
  const text = useTexts('landing')
  return (
    <LandingSection id="concerns" dark className="border-base-300 border-y">
      <div className="page">
        <SectionHeading
          id="concerns"
          chapter={text('concerns.chapter')}
          title={text('concerns.heading.title')}
          subtitle={text('concerns.heading.subtitle')}
        />
        <ul className="mt-14 -mb-9 grid gap-x-16 md:mt-20 md:grid-cols-2" {...text.listMark('concerns.cards')}>
          {text.list('concerns.cards').map(({ id, text, mark }) => (
            <li key={id} {...mark} className="border-base-300 border-t py-9 md:py-11">
              <p className="text-accent text-sm">{text('subtitle')}</p>
              <h3 className="mt-3 font-serif text-[1.625rem] leading-tight md:text-3xl">{text('title')}</h3>
              <RichText {...text.rich('body')} className="mt-4 max-w-text text-quiet" />
            </li>
          ))}
        </ul>
      </div>
    </LandingSection>
  )
}

import { useTexts } from '@/lib/texts'
import { RichText } from '@/ui/rich-text'
import { LandingSection, SectionHeading } from './landing-section'

/** The questions and answers. The browser keeps one answer open at a time, because they share a name. */
export function FaqSection() {
  const text = useTexts('landing')
  return (
    <LandingSection id="faq" className="border-base-300 border-t">
      <div className="page grid gap-x-8 gap-y-6 md:gap-y-8 lg:grid-cols-12">
        <SectionHeading
          id="faq"
          chapter={text('faq.chapter')}
          title={text('faq.heading.title')}
          subtitle={text('faq.heading.subtitle')}
          className="lg:col-span-4"
        />
        <div className="border-base-300 border-b lg:col-span-7 lg:col-start-6" {...text.listProps('faq.cards')}>
          {text.list('faq.cards').map(({ id, text, props }) => (
            <details key={id} {...props} name="faq" className="group border-base-300 border-t">
              <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-6 py-2.5 font-serif text-xl md:min-h-16 md:py-4 leading-snug marker:hidden [&::-webkit-details-marker]:hidden">
                <h3 className="text-lg leading-snug md:text-xl">{text('question')}</h3>
                <svg
                  viewBox="0 0 16 16"
                  className="size-4 shrink-0 stroke-accent transition-transform duration-150 group-open:rotate-45 motion-reduce:transition-none"
                  fill="none"
                  strokeWidth="1.5"
                  aria-hidden="true"
                >
                  <path d="M8 1v14M1 8h14" />
                </svg>
              </summary>
              <RichText {...text.rich('answer')} className="max-w-text pb-7 text-quiet" />
            </details>
          ))}
        </div>
      </div>
    </LandingSection>
  )
}

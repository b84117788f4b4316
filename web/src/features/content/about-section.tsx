import { useTexts } from '@/lib/texts'
import { classes } from '@/ui/classes'
import { PromiseLink } from '@/ui/promise-link'
import { CardWords, LandingSection, SectionHeading } from './landing-section'
import { Plate } from './picture'

export function AboutSection() {
  const text = useTexts('landing')
  return (
    <LandingSection id="about">
      <div className="page grid gap-x-8 gap-y-6 md:gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <div className="lg:sticky lg:top-32">
            <SectionHeading
              id="about"
              chapter={text('about.chapter')}
              title={text('about.heading.title')}
              subtitle={text('about.heading.subtitle')}
              body={text.rich('about.heading.body')}
            />
            <Plate {...text.picture('about.heading.image')} sizes="(min-width: 64rem) 30rem, 100vw" className="mt-10" />
          </div>
        </div>
        <ol className="lg:col-span-6 lg:col-start-7" {...text.listProps('about.cards')}>
          {text.list('about.cards').map(({ id, text, props }, index) => (
            <li
              key={id}
              {...props}
              className="border-base-300 border-t py-4 last:pb-0 md:grid md:grid-cols-[5rem_1fr] md:py-8 lg:first:border-t-0 lg:first:pt-0"
            >
              <Count of={index + 1} className="max-md:float-right" />
              <div>
                <CardWords text={text} />
                <PromiseLink screen={text.screen('leadsTo')} className="mt-3" />
                <Plate {...text.picture('image')} sizes="(min-width: 64rem) 32rem, 90vw" className="mt-6" />
              </div>
            </li>
          ))}
        </ol>
      </div>
    </LandingSection>
  )
}

/** Shows a number as dots, one dot each. */
function Count({ of, className }: { of: number; className?: string }) {
  return (
    <svg viewBox="0 0 40 40" className={classes('mt-1 size-7 fill-primary md:size-9', className)} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => {
        const angle = (index / of) * 2 * Math.PI - Math.PI / 2
        const reach = of === 1 ? 0 : 11
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its place
            key={index}
            cx={(20 + reach * Math.cos(angle)).toFixed(1)}
            cy={(20 + reach * Math.sin(angle)).toFixed(1)}
            r="6"
          />
        )
      })}
    </svg>
  )
}

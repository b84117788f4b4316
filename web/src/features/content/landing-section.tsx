import type { ComponentProps, ReactNode } from 'react'
import type { TextReader } from '@/lib/texts'
import { classes } from '@/ui/classes'
import { RichText } from '@/ui/rich-text'

type LandingSectionProps = {
  /** The anchor, and the prefix of the heading's id. */
  id: string
  /** A band across the page that is dark in both themes: in the colour of ink, or in the brand's plum. */
  band?: 'ink' | 'plum'
  className?: string
  children: ReactNode
}

const bands = { ink: 'bg-base-100 text-base-content', plum: 'bg-(--band) text-base-content' }

/** One section of the landing page, with an anchor. */
export function LandingSection({ id, band, className, children }: LandingSectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-heading`}
      data-theme={band && 'ink'}
      className={classes(
        band && bands[band],
        'wrap-anywhere py-9 max-md:text-base max-md:leading-relaxed md:py-24',
        className,
      )}
    >
      {children}
    </section>
  )
}

type SectionHeadingProps = {
  id: string
  chapter: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  /** A text below the subtitle, from `text.rich`. */
  body?: ComponentProps<typeof RichText>
  className?: string
}

/** The heading of a section: the topic in small capitals, and the title in a serif font. */
export function SectionHeading({ id, chapter, title, subtitle, body, className }: SectionHeadingProps) {
  return (
    <div className={className}>
      <p className="chapter">{chapter}</p>
      <h2 id={`${id}-heading`} className="display-2 mt-3 md:mt-4">
        {title}
      </h2>
      {subtitle && <p className="lede mt-4 max-w-text md:mt-5">{subtitle}</p>}
      {body && <RichText {...body} className="mt-4 max-w-text" />}
    </div>
  )
}

/** The texts of a card. */
export type CardTexts = {
  title: string
  subtitle: string
  body: { markdown: string }
  image: { image: string; alt: string }
}

/** The texts of a card that promises something. */
type PromiseTexts = CardTexts & { leadsTo: { screen: string } }

type CardWordsProps = { text: TextReader<CardTexts> | TextReader<PromiseTexts>; className?: string }

/** The texts of a card. Editors may leave any of them empty. */
export function CardWords({ text, className }: CardWordsProps) {
  return (
    <>
      {text.has('title') && <h3 className="display-3">{text('title')}</h3>}
      {text.has('subtitle') && <p className="mt-1 font-medium text-accent md:mt-2">{text('subtitle')}</p>}
      <RichText {...text.rich('body')} className={classes('mt-2 md:mt-3', className)} />
    </>
  )
}

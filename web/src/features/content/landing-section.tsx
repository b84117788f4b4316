import type { ComponentProps, ReactNode } from 'react'
import type { TextReader } from '@/lib/texts'
import { classes } from '@/ui/classes'
import { RichText } from '@/ui/rich-text'

type LandingSectionProps = {
  /** The anchor, and the prefix of the heading's id. */
  id: string
  /** Dark in both themes, for the dark band of the page. */
  dark?: boolean
  className?: string
  children: ReactNode
}

/** One section of the landing page, with an anchor. */
export function LandingSection({ id, dark = false, className, children }: LandingSectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-heading`}
      data-theme={dark ? 'ink' : undefined}
      className={classes(dark && 'bg-base-100 text-base-content', 'wrap-anywhere py-20 md:py-28', className)}
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
      <h2 id={`${id}-heading`} className="display-2 mt-4">
        {title}
      </h2>
      {subtitle && <p className="lede mt-5 max-w-text">{subtitle}</p>}
      {body && <RichText {...body} className="mt-5 max-w-text" />}
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

/** The texts of a card. Editors may leave any of them empty. */
export function CardWords({ text, className }: { text: TextReader<CardTexts>; className?: string }) {
  return (
    <>
      {text.has('title') && <h3 className="display-3">{text('title')}</h3>}
      {text.has('subtitle') && <p className="mt-2 font-medium text-accent">{text('subtitle')}</p>}
      <RichText {...text.rich('body')} className={classes('mt-3', className)} />
    </>
  )
}

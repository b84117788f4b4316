import type { ReactNode } from 'react'
import { classes } from '@/ui/classes'
import { RichText } from '@/ui/rich-text'
import type { Row } from './api'

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

type SectionHeadingProps = { id: string; chapter: string; title: string; subtitle?: string; className?: string }

/** The heading of a section: the topic in small capitals, and the title in a serif font. */
export function SectionHeading({ id, chapter, title, subtitle, className }: SectionHeadingProps) {
  return (
    <div className={className}>
      <p className="chapter">{chapter}</p>
      <h2 id={`${id}-heading`} className="display-2 mt-4">
        {title}
      </h2>
      {subtitle && <p className="lede mt-5 max-w-text">{subtitle}</p>}
    </div>
  )
}

/** The texts of a card. Admins may leave any of them empty. */
export function CardWords({ card, className }: { card: Row; className?: string }) {
  return (
    <>
      {card.title && <h3 className="display-3">{card.title}</h3>}
      {card.subtitle && <p className="mt-2 font-medium text-accent">{card.subtitle}</p>}
      <RichText html={card.html} className={classes('mt-3', className)} />
    </>
  )
}

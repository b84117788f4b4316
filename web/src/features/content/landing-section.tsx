import type { ReactNode } from 'react'
import type { Row } from '@/lib/generated'
import { classes } from '@/ui/classes'
import { RichText } from './rich-text'

type LandingSectionProps = {
  /** The anchor; also what the heading's id is made of. */
  id: string
  /** Always night, whatever the theme: for the page's one dark band. */
  dark?: boolean
  className?: string
  children: ReactNode
}

/** One chapter of the landing page, which links can point to. */
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

/** The heading of a chapter: what it is about in small capitals, what it says in the serif. */
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

/** The texts of a card: admins may leave any of them empty. */
export function CardWords({ card, className }: { card: Row; className?: string }) {
  return (
    <>
      {card.title && <h3 className="display-3">{card.title}</h3>}
      {card.subtitle && <p className="mt-2 font-medium text-accent">{card.subtitle}</p>}
      <RichText html={card.html} className={classes('mt-3', className)} />
    </>
  )
}

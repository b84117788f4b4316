import type { ReactNode } from 'react'
import { classes } from '@/ui/classes'

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
      className={classes(dark && 'bg-base-100 text-base-content', 'py-20 md:py-28', className)}
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

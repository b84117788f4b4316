import type { ReactNode } from 'react'
import { Link } from './link'

/** A link in a form to one of the legal pages. It opens in a new tab, so that the reader keeps their place in the form. */
export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="text-link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  )
}

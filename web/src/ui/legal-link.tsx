import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useWords } from '@/lib/texts'

/** A link from a form to a legal page. It opens in a new tab, so that the user does not leave the form. */
export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  const word = useWords()
  return (
    <Link to={to} target="_blank" className="text-link">
      {children}
      <span className="sr-only"> {word('newTab')}</span>
    </Link>
  )
}

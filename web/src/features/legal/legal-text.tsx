import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConfig } from '@/lib/config'
import { paths } from '@/lib/paths'

/** A list of clauses. */
export function Clauses({ children }: { children: ReactNode }) {
  return <ul className="flex list-disc flex-col gap-2 pl-6 marker:text-accent">{children}</ul>
}

/** The site's name from the server's configuration. */
export function SiteName() {
  return useConfig()?.siteName
}

/** The email address for questions. */
export function ContactEmail() {
  const address = useConfig()?.contactEmail
  return (
    <a href={`mailto:${address}`} className="text-link">
      {address}
    </a>
  )
}

/** A link from one legal document to another. */
export function LegalLink({ to }: { to: 'terms' | 'privacy' | 'refund' }) {
  const names = { terms: 'Terms & Conditions', privacy: 'Privacy Policy', refund: 'Cancellation & Refund Policy' }
  return (
    <Link to={paths[to]} className="text-link">
      {names[to]}
    </Link>
  )
}

/** The addresses for letters, calls and complaints. */
export function Contacts() {
  const config = useConfig()
  return (
    <address className="border-primary border-l-4 bg-base-200 px-6 py-5 not-italic">
      <p className="font-semibold">The Grievance Officer, {config?.siteName}</p>
      <p>{config?.contactPlace}</p>
      <p>
        Email: <ContactEmail />
      </p>
      <p>
        Telephone:{' '}
        <a href={`tel:${config?.contactPhone.replaceAll(' ', '')}`} className="text-link whitespace-nowrap">
          {config?.contactPhone}
        </a>
      </p>
    </address>
  )
}

/** Text about tax, shown unless the organisation charges none. */
export function IfTaxed({ children }: { children: ReactNode }) {
  return useConfig()?.isTaxCharged === false ? null : children
}

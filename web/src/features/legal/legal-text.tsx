import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConfig } from '@/lib/config'
import { paths } from '@/lib/paths'

/** A list of clauses. */
export function Clauses({ children }: { children: ReactNode }) {
  return <ul className="flex list-disc flex-col gap-2 pl-6 marker:text-accent">{children}</ul>
}

/** The site's name, as the running site tells it. */
export function SiteName() {
  return useConfig()?.siteName
}

/** The address to write to. */
export function ContactEmail() {
  const address = useConfig()?.contactEmail
  return (
    <a href={`mailto:${address}`} className="text-link">
      {address}
    </a>
  )
}

/** The three documents, for each other's texts. */
export function LegalLink({ to }: { to: 'terms' | 'privacy' | 'refund' }) {
  const names = { terms: 'Terms & Conditions', privacy: 'Privacy Policy', refund: 'Cancellation & Refund Policy' }
  return (
    <Link to={paths[to]} className="text-link">
      {names[to]}
    </Link>
  )
}

/** Where to write, call and complain. */
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

/** What is said of tax, unless the organisation charges none. */
export function IfTaxed({ children }: { children: ReactNode }) {
  return useConfig()?.chargesTax === false ? null : children
}

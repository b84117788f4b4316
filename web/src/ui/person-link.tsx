import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { paths } from '@/lib/paths'

type PersonLinkProps = {
  /** The id of anything of theirs: an account, a nomination, a transaction, a draft, an email. */
  id: string
  children: ReactNode
}

/** Leads to the console's page of a person; for a role that does not include it, only the name. */
export function PersonLink({ id, children }: PersonLinkProps) {
  const may = useMay()
  if (!may('GET /api/people/{id}')) return <span className="font-medium">{children}</span>
  return (
    <Link to={paths.adminPerson.replace(':id', id)} className="text-link font-medium">
      {children}
    </Link>
  )
}

/** Leads to a person's page by words that name the page; nothing for a role that does not include it. */
export function PersonPageLink({ id, children }: PersonLinkProps) {
  const may = useMay()
  return may('GET /api/people/{id}') && <PersonLink id={id}>{children}</PersonLink>
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'

type PersonLinkProps = {
  /** The id of a record of the person: an account, a nomination, a transaction, a draft or an email. */
  id: string
  children: ReactNode
}

/** Links to the console's page of a person, or shows only the name if the admin's role does not include it. */
export function PersonLink({ id, children }: PersonLinkProps) {
  const may = useMay()
  if (!may('GET /api/people/{id}')) return <span className="font-medium">{children}</span>
  return (
    <Link to={href(consolePaths.person, { id })} className="text-link font-medium">
      {children}
    </Link>
  )
}

/** Links to a person's page with the given text, or shows nothing if the admin's role does not include it. */
export function PersonPageLink({ id, children }: PersonLinkProps) {
  const may = useMay()
  return may('GET /api/people/{id}') && <PersonLink id={id}>{children}</PersonLink>
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import type { Route, Row } from '@/lib/api'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'

/** The types of records that have a page of their own. */
export type Subject = Row<'GET /api/admin/recent-activity'>['subject']

type Case = {
  path: typeof paths.adminNomination | typeof paths.adminPerson | typeof paths.adminTransaction
  needs: Route
}

const cases: Readonly<Record<Subject, Case>> = {
  nomination: { path: paths.adminNomination, needs: 'GET /api/nominations/{id}' },
  account: { path: paths.adminPerson, needs: 'GET /api/people/{id}' },
  transaction: { path: paths.adminTransaction, needs: 'GET /api/transactions/{id}' },
}

type CaseLinkProps = {
  /** The type of the record. A record of another type is shown without a link. */
  subject: Subject | undefined
  id: string
  children: ReactNode
}

/** Links to a record's page, or shows only the text if the admin's role does not include that page. */
export function CaseLink({ subject, id, children }: CaseLinkProps) {
  const may = useMay()
  const found = subject && cases[subject]
  if (!id || !found || !may(found.needs)) return children
  return (
    <Link to={href(found.path, { id })} className="text-link">
      {children}
    </Link>
  )
}

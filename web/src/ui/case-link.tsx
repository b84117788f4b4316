import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import type { Route, Row } from '@/lib/api'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'

/** The types of records that have a page of their own. */
export type Subject = Row<'GET /api/admin/recent-activity'>['subject']

type Case = {
  path: typeof consolePaths.nomination | typeof consolePaths.person | typeof consolePaths.transaction
  needs: Route
}

const cases: Readonly<Record<Subject, Case>> = {
  nomination: { path: consolePaths.nomination, needs: 'GET /api/nominations/{id}' },
  account: { path: consolePaths.person, needs: 'GET /api/people/{id}' },
  transaction: { path: consolePaths.transaction, needs: 'GET /api/transactions/{id}' },
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

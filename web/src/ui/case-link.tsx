import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { paths } from '@/lib/paths'

const cases: Readonly<Record<string, { path: string; needs: string }>> = {
  nomination: { path: `${paths.adminNominations}/:id`, needs: 'GET /api/nominations/{id}' },
  account: { path: paths.adminPerson, needs: 'GET /api/people/{id}' },
  transaction: { path: paths.adminTransaction, needs: 'GET /api/transactions/{id}' },
}

type CaseLinkProps = {
  /** What the id belongs to: nomination, account or transaction. */
  subject: string
  id: string
  children: ReactNode
}

/** Leads to the case that something is about; for a role that does not include it, only the words. */
export function CaseLink({ subject, id, children }: CaseLinkProps) {
  const may = useMay()
  const found = cases[subject]
  if (!id || !found || !may(found.needs)) return children
  return (
    <Link to={found.path.replace(':id', encodeURIComponent(id))} className="text-link">
      {children}
    </Link>
  )
}

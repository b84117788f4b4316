import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useLive } from '@/lib/live'
import { paths } from '@/lib/paths'
import { emailCountsQuery } from './calls'
import { statuses } from './statuses'

/** How many letters stand where; each state with letters leads to them. */
export function EmailCounts() {
  const counts = useQuery(emailCountsQuery)
  useLive(['mail'], counts.refetch)
  const known = counts.data?.counts ?? {}
  const isEmpty = !Object.values(known).some((number) => number > 0)
  if (isEmpty && !counts.isPending) return null
  return (
    <ul aria-label="Letters by state" className="mb-6 flex min-h-11 flex-wrap gap-x-6 border-base-300 border-y">
      {Object.entries(statuses)
        .filter(([status]) => (known[status] ?? 0) > 0)
        .map(([status, { label }]) => (
          <li key={status}>
            <Link
              to={`${paths.adminEmails}?status=${status}`}
              className="inline-flex min-h-11 items-center gap-1.5 underline-offset-4 hover:underline"
            >
              <span className="text-quiet">{label}</span>
              <span className="font-semibold tabular-nums">{known[status]?.toLocaleString('en-IN')}</span>
            </Link>
          </li>
        ))}
    </ul>
  )
}

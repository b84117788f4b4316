import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { useNeighbours } from './calls'

/** The way back to the queue, and to the nominations beside this one in it. */
export function QueueLinks({ id, place }: { id: string; place: Record<string, string> }) {
  const neighbours = useNeighbours(id, place)
  const search = new URLSearchParams(place).toString()
  return (
    <nav aria-label="Queue" className="mb-4 flex flex-wrap items-center gap-x-6">
      <Link to={{ pathname: paths.adminNominations, search }} className="mr-auto flex min-h-11 items-center text-link">
        Back to the queue
      </Link>
      {(['previous', 'next'] as const).map((side) => {
        const other = neighbours?.[side]
        const label = side === 'previous' ? 'Previous' : 'Next'
        return other ? (
          <Link
            key={side}
            to={{ pathname: `${paths.adminNominations}/${other}`, search }}
            rel={side === 'previous' ? 'prev' : 'next'}
            className="flex min-h-11 items-center text-link"
          >
            {label}
          </Link>
        ) : (
          <span key={side} className="flex min-h-11 items-center text-quiet" aria-hidden="true">
            {label}
          </span>
        )
      })}
    </nav>
  )
}

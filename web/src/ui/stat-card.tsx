import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from './classes'

type StatCardProps = {
  label: string
  /** undefined while it is being read, null when it could not be. */
  value: ReactNode
  note?: ReactNode
  /** Where the people or things behind the figure are listed. */
  to?: string
}

/** One figure. Several stand in a `StatRow`. */
export function StatCard({ label, value, note, to }: StatCardProps) {
  return (
    <div className="relative flex flex-col gap-1 border-base-300 border-t-2 py-4">
      <dt className="text-quiet text-sm">
        {to ? (
          <Link to={to} className="after:absolute after:inset-0 hover:underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd
        className={classes(
          'font-serif tabular-nums leading-tight',
          // hundreds of crores keep their line on a phone
          typeof value === 'string' && value.length > 12
            ? 'text-[clamp(1.125rem,0.6rem+1.8vw,1.5rem)]'
            : 'text-[clamp(1.25rem,0.7rem+2.6vw,1.75rem)]',
        )}
      >
        {value === undefined ? (
          <span className="inline-block h-[0.8em] w-24 animate-pulse bg-base-200" aria-label="Loading" role="img" />
        ) : (
          (value ?? <span className="font-sans text-base text-quiet">Could not be read</span>)
        )}
      </dd>
      {note && <dd className="text-quiet text-sm">{note}</dd>}
    </div>
  )
}

/** A line of figures; where there is no room for it, two and two. */
export function StatRow({ children }: { children: ReactNode }) {
  return (
    <dl className="mb-8 grid grid-cols-2 gap-x-8 max-md:*:last:odd:col-span-2 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {children}
    </dl>
  )
}

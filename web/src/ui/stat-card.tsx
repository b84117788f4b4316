import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from './classes'

type StatCardProps = {
  label: string
  /** Undefined while it is loading, null if loading failed. */
  value: ReactNode
  note?: ReactNode
  /** The page that lists the people or things in the figure. */
  to?: string
}

/** One figure. Place several in a `StatRow`. */
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
          // Smaller text, so that amounts of hundreds of crores fit on one line of a phone.
          typeof value === 'string' && value.length > 12
            ? 'text-[clamp(1.125rem,0.6rem+1.8vw,1.5rem)]'
            : 'text-[clamp(1.25rem,0.7rem+2.6vw,1.75rem)]',
        )}
      >
        {value === undefined ? (
          <span className="skeleton inline-block h-[0.8em] w-24" aria-label="Loading" role="img" />
        ) : (
          (value ?? <span className="font-sans text-base text-quiet">Could not be loaded</span>)
        )}
      </dd>
      {note && <dd className="text-quiet text-sm">{note}</dd>}
    </div>
  )
}

/** A row of figures; on narrow screens two per line. */
export function StatRow({ children }: { children: ReactNode }) {
  return (
    <dl className="mb-8 grid grid-cols-2 gap-x-8 max-md:*:last:odd:col-span-2 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      {children}
    </dl>
  )
}

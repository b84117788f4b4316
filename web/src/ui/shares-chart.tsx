import { classes } from './classes'

export type ChartShare = {
  key: string
  label: string
  value: number
  /** Marks the share of all values that are not listed. */
  isRest?: boolean
}

/** Parts of a whole. Each is a thin line that ends in a dot; the largest share has the longest line. */
export function SharesChart({ label, shares }: { label: string; shares: readonly ChartShare[] }) {
  const most = Math.max(1, ...shares.map(({ value }) => value))
  return (
    <ul aria-label={label} className="flex flex-col gap-2 sm:gap-1">
      {shares.map(({ key, label: name, value, isRest }) => (
        <li
          key={key}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 text-[0.9375rem] sm:grid-cols-[minmax(8rem,11rem)_1fr_3.5rem]"
        >
          <span className={classes('min-w-0 leading-snug', isRest && 'text-quiet')}>{name}</span>
          <span className="text-right font-semibold tabular-nums sm:order-last">{value.toLocaleString('en-IN')}</span>
          <span className="col-span-2 block px-1.5 sm:col-span-1">
            <svg width="100%" height="12" aria-hidden="true" className="block overflow-visible text-secondary">
              <line x1="0" x2={`${(value / most) * 100}%`} y1="6" y2="6" stroke="currentColor" strokeWidth="1.5" />
              <circle
                cx={`${(value / most) * 100}%`}
                cy="6"
                r="4"
                strokeWidth="1.5"
                className={classes('stroke-current', isRest ? 'fill-base-100' : 'fill-current')}
              />
            </svg>
          </span>
        </li>
      ))}
    </ul>
  )
}

import { classes } from '@/ui/classes'

const columns = 12
const rows = 3
const step = 124

// The empty seats, by row and column.
const free = new Set(['0-5', '1-2', '1-8', '2-6', '2-10'])

/** The colours of a taken seat and of its middle. They repeat. */
const colours = [
  ['sand', 'plum'],
  ['gold', 'teal'],
  ['rose', 'plum'],
  ['teal', 'sand'],
  ['clay', 'gold'],
  ['sand', 'clay'],
] as const

/** A wall of seats, some of them empty. It shows no one. Narrow screens show only its middle. */
export function MembersWall({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${columns * step} ${rows * 112}`}
      preserveAspectRatio="xMidYMin slice"
      className={classes('block h-42 w-full md:h-[21rem]', className)}
      aria-hidden="true"
    >
      <defs>
        {colours.map(([seat, middle], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is identified by its place
          <g key={index} id={`seat-${index}`}>
            <circle cx="50" cy="50" r="48" fill={`var(--art-${seat})`} />
            <circle cx="50" cy="50" r="22" fill={`var(--art-${middle})`} />
          </g>
        ))}
        <g id="seat-free">
          <circle
            cx="50"
            cy="50"
            r="46"
            fill="none"
            pathLength="36"
            strokeDasharray="0 1"
            strokeWidth="3.5"
            strokeLinecap="round"
            className="stroke-primary"
          />
        </g>
      </defs>
      {Array.from({ length: rows * (columns + 1) }, (_, index) => {
        const row = Math.floor(index / (columns + 1))
        const column = index % (columns + 1)
        const place = `${row}-${column}`
        const seat = free.has(place) ? 'free' : (column * 4 + row * 3 + (column % 2)) % colours.length
        const x = column * step - (row % 2 ? 0 : step / 2) + 12
        return <use key={place} href={`#seat-${seat}`} x={x} y={row * 112 + 6} />
      })}
    </svg>
  )
}

import { classes } from '@/ui/classes'
import { Bearing, Likeness, sitterAt } from './portrait'

const columns = 12
const rows = 3
const step = 124
const bearing = 'bearing'

// The empty seats, by row and column.
const free = new Set(['0-5', '1-2', '1-8', '2-6', '2-10'])

/** A wall of members' portraits with some empty seats. Narrow screens show only its middle. */
export function MembersWall({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${columns * step} ${rows * 112}`}
      preserveAspectRatio="xMidYMin slice"
      className={classes('block h-42 w-full md:h-[21rem]', className)}
      aria-hidden="true"
    >
      <defs>
        <Bearing id={bearing} />
        {Array.from({ length: 9 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sitter is identified by their place
          <g key={index} id={`sitter-${index}`}>
            <Likeness sitter={sitterAt(index)} bearing={bearing} />
          </g>
        ))}
      </defs>
      {Array.from({ length: rows * (columns + 1) }, (_, index) => {
        const row = Math.floor(index / (columns + 1))
        const column = index % (columns + 1)
        const x = column * step - (row % 2 ? 0 : step / 2) + 12
        const y = row * 112 + 6
        const place = `${row}-${column}`
        if (free.has(place)) return <FreeSeat key={place} x={x + 50} y={y + 50} />
        return <use key={place} href={`#sitter-${(column * 4 + row * 7) % 9}`} x={x} y={y} />
      })}
    </svg>
  )
}

function FreeSeat({ x, y }: { x: number; y: number }) {
  return (
    <circle
      cx={x}
      cy={y}
      r="46"
      fill="none"
      pathLength="36"
      strokeDasharray="0 1"
      strokeWidth="3.5"
      strokeLinecap="round"
      className="stroke-primary"
    />
  )
}

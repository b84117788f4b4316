import { type PointerEvent, type ReactNode, useId, useState } from 'react'
import { columnAt, heights, middleOf, roundUp, stackDots } from './chart-geometry'
import { classes } from './classes'

type ChartColumn = {
  key: string
  /** The period of the column. */
  name: string
  value: number
  /** The value as formatted text. */
  text: string
  /** The label below the column; most columns have none. */
  tick?: string
}

type ColumnsChartProps = {
  /** What the chart shows, for screen readers. */
  label: string
  /** From the oldest to the current period, which is not over yet. */
  columns: readonly ChartColumn[]
  /** Dots for things that can be counted, bars for amounts. */
  drawn: 'dots' | 'bars'
  /** Explains the scale, given the value of a dot or of the upper line. */
  legend: (scale: number) => string
}

const rows = 10
const pitch = 13
const height = rows * pitch

/** A column chart over time. Pointer, touch and arrow keys select a column to describe; the newest is the default. */
export function ColumnsChart({ label, columns, drawn, legend }: ColumnsChartProps) {
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const active = Math.min(chosen ?? columns.length - 1, columns.length - 1)
  const column = columns[active]
  if (!column) return null

  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setChosen(columnAt((event.clientX - left) / width, columns.length))
  }

  // On a phone there is no room for twelve labels, so only every third is shown.
  const isDense = columns.filter(({ tick }) => tick).length > 8
  const marks = drawn === 'dots' ? dots(columns, active) : bars(columns, active)
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}: use the arrow keys to read each column
      </label>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm" aria-hidden="true">
        <span className="text-quiet">{column.name}</span>
        <span className="font-semibold tabular-nums">{column.text}</span>
      </p>
      <div
        className="relative mt-3 touch-pan-y outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-accent"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
      >
        <input
          id={id}
          type="range"
          className="sr-only"
          min={0}
          max={columns.length - 1}
          value={active}
          aria-valuetext={`${column.name}: ${column.text}`}
          onChange={(event) => setChosen(event.target.valueAsNumber)}
        />
        <svg width="100%" height={height + 26} aria-hidden="true" className="block overflow-visible">
          {marks.drawing}
          <line x1="0" x2="100%" y1={height} y2={height} className="stroke-edge" />
          {columns.map(
            ({ key, tick }, index) =>
              tick && (
                <text
                  key={key}
                  x={`${middleOf(index, columns.length)}%`}
                  y={height + 19}
                  textAnchor={
                    index < columns.length / 12 ? 'start' : index > (columns.length * 11) / 12 ? 'end' : 'middle'
                  }
                  className={classes(
                    'fill-quiet text-xs',
                    isDense && (columns.length - 1 - index) % 3 > 0 && '@max-sm:hidden',
                  )}
                >
                  {tick}
                </text>
              ),
          )}
        </svg>
      </div>
      <p className="mt-1.5 text-quiet text-sm" aria-hidden="true">
        {legend(marks.scale)}
      </p>
    </div>
  )
}

type Marks = { drawing: ReactNode; scale: number }

// The current period is drawn as an outline, because its value may grow.
function tone(index: number, last: number, active: number): string {
  const ink = index === active ? 'text-accent' : 'text-secondary'
  return classes(ink, index === last ? 'fill-base-100 stroke-current' : 'fill-current')
}

function dots(columns: readonly ChartColumn[], active: number): Marks {
  const stack = stackDots(
    columns.map(({ value }) => value),
    rows,
  )
  return {
    scale: stack.unit,
    drawing: columns.map(({ key }, index) => (
      <g key={key} className={tone(index, columns.length - 1, active)} strokeWidth="1.5">
        {stack.columns[index]?.map((part, row) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its place in the column
            key={row}
            cx={`${middleOf(index, columns.length)}%`}
            cy={height - (row + 0.5) * pitch}
            r={Math.max(1.5, Math.sqrt(part) * (index === columns.length - 1 ? 3.75 : 4.5)).toFixed(2)}
          />
        ))}
      </g>
    )),
  }
}

function bars(columns: readonly ChartColumn[], active: number): Marks {
  const top = roundUp(Math.max(0, ...columns.map(({ value }) => value)), heights)
  const width = 100 / columns.length
  return {
    scale: top,
    drawing: (
      <>
        <line x1="0" x2="100%" y1="0.5" y2="0.5" className="stroke-base-300" />
        <line x1="0" x2="100%" y1={height / 2} y2={height / 2} className="stroke-base-300" />
        {columns.map(({ key, value }, index) => {
          const tall = Math.max(0, value / top) * height
          return (
            <rect
              key={key}
              className={classes(tone(index, columns.length - 1, active), value <= 0 && 'invisible')}
              strokeWidth="1.5"
              x={`${index * width + width * 0.22}%`}
              width={`${width * 0.56}%`}
              y={height - tall}
              height={tall}
            />
          )
        })}
      </>
    ),
  }
}

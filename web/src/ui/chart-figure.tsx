import { type ReactNode, useId } from 'react'

type ChartFigureProps = {
  title: string
  /** The chart's message, in a sentence or two. */
  summary: string
  /** The data of the chart. The first cell of each row is its heading. */
  table: { headings: readonly string[]; rows: readonly (readonly string[])[] }
  /** The drawing; empty without data. */
  children?: ReactNode
}

/**
 * A chart with its heading, its message in words and its data table. It fills three rows of a `ChartGrid`, so that
 * charts next to each other line up.
 */
export function ChartFigure({ title, summary, table, children }: ChartFigureProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="@container row-span-3 grid min-w-0 grid-rows-subgrid border-base-300 border-t-2 py-4"
    >
      <div className="mb-4">
        <h2 id={id} className="font-sans font-semibold text-base tracking-normal">
          {title}
        </h2>
        <p className="mt-1 max-w-text text-[0.9375rem] text-quiet">{summary}</p>
      </div>
      {children && <div className="min-w-0">{children}</div>}
      {children && <Numbers title={title} {...table} />}
    </section>
  )
}

function Numbers({ title, headings, rows }: { title: string } & ChartFigureProps['table']) {
  return (
    <details className="mt-2">
      <summary className="flex min-h-11 cursor-pointer items-center text-link text-sm">
        Show as a table<span className="sr-only">: {title}</span>
      </summary>
      <table className="w-full text-[0.9375rem] tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-base-300 border-b text-quiet text-sm">
            {headings.map((heading, index) => (
              <th key={heading} scope="col" className={cell(index)}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name} className="border-base-300 border-b">
              <th scope="row" className={`${cell(0)} font-normal`}>
                {name}
              </th>
              {values.map((value, index) => (
                <td key={headings[index + 1]} className={cell(index + 1)}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function cell(index: number): string {
  return index === 0 ? 'py-1.5 pr-3 text-left' : 'py-1.5 pl-3 text-right'
}

/** A grid of charts, two per row where there is room. */
export function ChartGrid({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-x-10 lg:grid-cols-2">{children}</div>
}

/** The placeholder while the charts are loading. */
export function WaitingCharts() {
  return (
    <div role="status" aria-label="Loading">
      <ChartGrid>
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className="border-base-300 border-t-2 py-4">
            <span className="skeleton block h-5 w-40" />
            <span className="skeleton mt-4 block h-48 opacity-50" />
          </div>
        ))}
      </ChartGrid>
    </div>
  )
}

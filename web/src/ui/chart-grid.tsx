import type { ReactNode } from 'react'

/** Charts, two beside each other where there is room. */
export function ChartGrid({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-10 lg:grid-cols-2">{children}</div>
}

/** What stands there until they have come. */
export function WaitingCharts() {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <ChartGrid>
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className="border-base-300 border-t-2 py-4">
            <span className="block h-5 w-40 animate-pulse bg-base-200" />
            <span className="mt-4 block h-48 animate-pulse bg-base-200/60" />
          </div>
        ))}
      </ChartGrid>
    </div>
  )
}

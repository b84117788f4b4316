import type { ReactNode } from 'react'
import type { Reading } from '@/lib/reading'
import { LoadError } from '@/ui/empty-state'

type FailedPartProps = {
  /** The name of the part, as the start of a sentence: "The figures". */
  what: string
  reading: Reading<unknown>
}

type DashboardPartProps<Answer> = {
  what: string
  reading: Reading<Answer>
  /** The placeholder until the first answer has arrived. */
  waiting: ReactNode
  children: (data: Answer) => ReactNode
}

/** A part of the dashboard: loading, failed or loaded. If a reload fails, the earlier data stays. */
export function DashboardPart<Answer>({ what, reading, waiting, children }: DashboardPartProps<Answer>) {
  const { data, error } = reading
  return (
    <>
      <FailedPart what={what} reading={reading} />
      {data !== undefined ? children(data) : error == null && waiting}
    </>
  )
}

/** Says that a part failed to load. Shows nothing if it did not. */
export function FailedPart({ what, reading: { error, isFetching, refresh } }: FailedPartProps) {
  if (error == null) return null
  return (
    <div className="mb-6">
      <LoadError title={`${what} could not be shown`} error={error} busy={isFetching} onRetry={refresh} />
    </div>
  )
}

import type { ReactNode } from 'react'
import type { Reading } from '@/lib/live'
import { LoadError } from '@/ui/empty-state'

type FailedPartProps = {
  /** What is read, as the start of a sentence: "The figures". */
  what: string
  reading: Reading<unknown>
}

type DashboardPartProps<Answer> = {
  what: string
  reading: Reading<Answer>
  /** Stands there until the first answer has come. */
  waiting: ReactNode
  children: (data: Answer) => ReactNode
}

/** A part of the dashboard: on its way, failed, or there. What was read before stays when a new reading fails. */
export function DashboardPart<Answer>({ what, reading, waiting, children }: DashboardPartProps<Answer>) {
  const { data, error } = reading
  return (
    <>
      <FailedPart what={what} reading={reading} />
      {data !== undefined ? children(data) : error == null && waiting}
    </>
  )
}

/** Says that a part could not be read; nothing where it could. */
export function FailedPart({ what, reading: { error, isFetching, refresh } }: FailedPartProps) {
  if (error == null) return null
  return (
    <div className="mb-6">
      <LoadError title={`${what} could not be shown`} error={error} busy={isFetching} onRetry={refresh} />
    </div>
  )
}

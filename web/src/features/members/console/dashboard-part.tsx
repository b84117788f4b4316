import type { ReactNode } from 'react'
import { messageOf } from '@/lib/api-error'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import type { Reading } from './dashboard-calls'

type DashboardPartProps<Answer> = {
  /** What is read, as the start of a sentence: "The figures". */
  what: string
  reading: Reading<Answer>
  /** Stands there until the first answer has come. */
  waiting: ReactNode
  children: (data: Answer) => ReactNode
}

/** A part of the dashboard: on its way, failed, or there. What was read before stays when a new reading fails. */
export function DashboardPart<Answer>({ what, reading, waiting, children }: DashboardPartProps<Answer>) {
  const { data, error, isFetching, refresh } = reading
  return (
    <>
      {error != null && (
        <div className="mb-6" role="alert">
          <Notice tone="danger" title={`${what} could not be read`}>
            <p>{messageOf(error, 'Something went wrong on the way.')}</p>
            <Button tone="outline" className="mt-3" busy={isFetching} onClick={refresh}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {data !== undefined ? children(data) : error == null && waiting}
    </>
  )
}

import { type ReactNode, useId } from 'react'
import { dateAndTime } from '@/lib/formats'

/** A part of the nomination's page, under a thin rule and its heading. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-base-content border-t-2 pt-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="display-3">
          {title}
        </h2>
        {aside && <p className="text-quiet text-sm tabular-nums">{aside}</p>}
      </div>
      {children}
    </section>
  )
}

/** A day and its time, in India. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {dateAndTime(at)}
    </time>
  )
}

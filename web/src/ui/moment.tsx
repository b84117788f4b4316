import { dateAndTime } from '@/lib/formats'

/** A day and its time, in India. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {dateAndTime(at)}
    </time>
  )
}

import { dateAndTime } from '@/lib/formats'

/** A date and time in India's time zone. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {dateAndTime(at)}
    </time>
  )
}

import { date, timeOfDay } from '@/lib/formats'

/** A day and its time, in India. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {date(at)}, {timeOfDay(at)}
    </time>
  )
}

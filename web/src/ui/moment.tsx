import { date, timeOfDay } from '@/lib/formats'

/** A date, on one line. */
export function Day({ at }: { at: string }) {
  return <span className="whitespace-nowrap tabular-nums">{date(at)}</span>
}

/** A date and time in India's time zone. In a narrow column the time is on a second line. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      <span className="whitespace-nowrap">{date(at)},</span> {timeOfDay(at)}
    </time>
  )
}

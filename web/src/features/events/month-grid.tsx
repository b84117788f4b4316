import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { inputDay, monthName } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Button, iconButton } from '@/ui/button'
import type { SessionSummary } from './api'

const weekdays = [
  ['Mon', 'Monday'],
  ['Tue', 'Tuesday'],
  ['Wed', 'Wednesday'],
  ['Thu', 'Thursday'],
  ['Fri', 'Friday'],
  ['Sat', 'Saturday'],
  ['Sun', 'Sunday'],
] as const

/** The days of a month in India. A day with a session leads to it. */
export function MonthGrid({ sessions, today }: { sessions: readonly SessionSummary[]; today: string }) {
  const id = useId()
  const first = sessions.map(({ startsAt }) => inputDay(startsAt)).find((day) => day >= today) ?? today
  const [month, setMonth] = useState(first.slice(0, 7))
  const [year = 0, number = 1] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  // Monday is the first day of the week.
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7
  const cells = [...Array<undefined>(before), ...Array.from({ length: days }, (_, index) => index + 1)]
  const move = (by: number) => setMonth(new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7))
  return (
    <section aria-labelledby={id} className="border border-base-300 p-4">
      <div className="flex items-center justify-between">
        <Button tone="quiet" className={iconButton} aria-label="Previous month" onClick={() => move(-1)}>
          <ChevronLeft className="size-5" />
        </Button>
        <h2 id={id} className="font-sans font-semibold" aria-live="polite">
          {monthName(month)}
        </h2>
        <Button tone="quiet" className={iconButton} aria-label="Next month" onClick={() => move(1)}>
          <ChevronRight className="size-5" />
        </Button>
      </div>
      <table className="mt-3 w-full table-fixed text-center tabular-nums">
        <thead>
          <tr className="text-quiet text-sm">
            {weekdays.map(([short, long]) => (
              <th key={short} scope="col" abbr={long} className="py-1 font-normal">
                {short.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month have no other name
            <tr key={week}>
              {weekdays.map(([short], index) => {
                const day = cells[week * 7 + index]
                return (
                  <td key={short} className="p-0">
                    {day && <Day day={`${month}-${String(day).padStart(2, '0')}`} sessions={sessions} today={today} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Day({ day, sessions, today }: { day: string; sessions: readonly SessionSummary[]; today: string }) {
  const session = sessions.find(({ startsAt, status }) => inputDay(startsAt) === day && status === 'published')
  const number = Number(day.slice(8))
  const isToday = day === today
  if (!session)
    return (
      <span
        aria-current={isToday ? 'date' : undefined}
        className={`flex h-10 items-center justify-center ${isToday ? 'font-semibold underline underline-offset-4' : 'text-quiet'}`}
      >
        {number}
      </span>
    )
  return (
    <Link
      to={href(paths.circleSession, { id: session.id })}
      aria-label={`${number}: ${session.title}`}
      title={session.title}
      className="flex h-10 items-center justify-center bg-primary font-semibold text-primary-content hover:opacity-90"
    >
      {number}
    </Link>
  )
}

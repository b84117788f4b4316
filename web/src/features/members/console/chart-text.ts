import { count, counted, date, monthName, price, rupees } from '@/lib/formats'
import type { ChartMonth, ChartWeek } from './api'

// The texts of the charts. Weeks and months are dates in India's time zone.

/** Names a week by its Monday: "10–16 Aug 2026". */
export function weekName(starts: string): string {
  const sunday = date(new Date(Date.parse(starts) + 6 * 24 * 3600 * 1000))
  const [day, month, year] = date(starts).split(' ')
  if (sunday.endsWith(` ${month} ${year}`)) return `${day}–${sunday}`
  return sunday.endsWith(` ${year}`) ? `${day} ${month} – ${sunday}` : `${date(starts)} – ${sunday}`
}

/** "2026-08" or "2026-08-03" → "Aug". */
export function shortMonth(day: string): string {
  return date(day).split(' ')[1] ?? ''
}

export function weeksSummary(weeks: readonly ChartWeek[]): string {
  const total = weeks.reduce((sum, { nominations }) => sum + nominations, 0)
  if (total === 0) return `No nominations in the last ${weeks.length} weeks.`
  const busiest = weeks.reduce((most, week) => (week.nominations > most.nominations ? week : most))
  const running = weeks.at(-1)?.nominations ?? 0
  return (
    `${counted(total, 'nomination')} in the last ${weeks.length} weeks, ${count(running)} of them since Monday. ` +
    `The busiest week was ${weekName(busiest.monday)}, with ${count(busiest.nominations)}.`
  )
}

export function monthsSummary(months: readonly ChartMonth[]): string {
  const sum = (of: (month: ChartMonth) => string) => months.reduce((total, month) => total + Number(of(month)), 0)
  const inRupees = sum(({ revenue }) => revenue)
  const inDollars = sum(({ revenueUSD }) => revenueUSD)
  const period = months.length === 1 ? 'the last month' : `the last ${months.length} months`
  const apart = inDollars > 0 ? `${price(inDollars, 'USD')} in dollars` : ''
  if (inRupees === 0) return apart ? `${apart} in ${period}, none in rupees.` : `No revenue in ${period}.`
  const best = months.reduce((most, month) => (Number(month.revenue) > Number(most.revenue) ? month : most))
  return (
    `${rupees(inRupees)} in ${period}, ${rupees(months.at(-1)?.revenue ?? 0)} of it this month so far. ` +
    `The best month was ${monthName(best.month)}, with ${rupees(best.revenue)}.${apart && ` Also ${apart}.`}`
  )
}

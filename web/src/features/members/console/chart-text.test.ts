import { describe, expect, it } from 'vitest'
import { monthName } from '@/lib/formats'
import { monthsSummary, shortMonth, weekName, weeksSummary } from './chart-text'

const plain = (text: string) => text.replace(/\s/g, ' ')
const weeks = (...counts: number[]) => {
  const monday = Date.UTC(2026, 6, 27)
  return counts.map((nominations, index) => ({
    monday: new Date(monday + index * 7 * 24 * 3600 * 1000).toISOString().slice(0, 10),
    nominations,
  }))
}
const months = (...revenues: [string, string][]) =>
  revenues.map(([revenue, revenueUSD], index) => ({ month: `2026-0${index + 6}`, revenue, revenueUSD }))

it('names weeks and months in Indian time, whatever the time zone of the browser', () => {
  expect(plain(weekName('2026-08-10'))).toBe('10–16 Aug 2026')
  expect(plain(weekName('2026-08-31'))).toBe('31 Aug – 6 Sep 2026')
  expect(monthName('2026-08')).toBe('August 2026')
  expect(shortMonth('2026-08-03')).toBe('Aug')
})

describe('the summary of nominations per week', () => {
  it('has the total and the busiest week', () => {
    expect(plain(weeksSummary(weeks(7, 0, 1)))).toBe(
      '8 nominations in the last 3 weeks, 1 of them since Monday. The busiest week was 27 Jul – 2 Aug 2026, with 7.',
    )
    expect(weeksSummary(weeks(0, 1))).toMatch(/^1 nomination in the last 2 weeks/)
  })
  it('says that there are no nominations', () =>
    expect(weeksSummary(weeks(0, 0))).toBe('No nominations in the last 2 weeks.'))
})

describe('the summary of revenue per month', () => {
  it('is in rupees, without decimals', () => {
    expect(monthsSummary(months(['590000', '0'], ['0', '0'], ['29500', '0']))).toBe(
      '₹6,19,500 in the last 3 months, ₹29,500 of it this month so far. The best month was June 2026, with ₹5,90,000.',
    )
  })
  it('names dollars separately', () => {
    expect(monthsSummary(months(['29500', '0'], ['0', '300.50']))).toMatch(/with ₹29,500\. Also \$301 in dollars\.$/)
    expect(monthsSummary(months(['0', '300'], ['0', '0']))).toBe(
      '$300 in dollars in the last 2 months, none in rupees.',
    )
  })
  it('says that there is no revenue', () =>
    expect(monthsSummary(months(['0', '0']))).toBe('No revenue in the last month.'))
})

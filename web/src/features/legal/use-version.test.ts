import { expect, it } from 'vitest'
import { date, dateAndTime } from '@/lib/formats'
import { startOf, versionAt } from './use-version'

const versions = [
  { id: 'newest', appliesFrom: '2027-06-01T00:00:00Z' },
  { id: 'middle', appliesFrom: '2027-01-01T00:00:00Z' },
  { id: 'first', appliesFrom: '2026-11-25T18:30:00Z' },
]

it.each([
  [null, 'newest'],
  ['not a time', 'newest'],
  ['2027-06-01T00:00:00Z', 'newest'],
  ['2027-05-31T23:59:59Z', 'middle'],
  ['2026-12-01T00:00:00Z', 'first'],
  ['2025-01-01T00:00:00Z', 'first'],
])('shows the version that applied at %s', (time, id) => {
  expect(versionAt(versions, time)?.id).toBe(id)
})

it('tells versions of the same day apart by their times', () => {
  const sameDay = { id: 'same-day', appliesFrom: '2027-01-01T09:30:00Z' }
  const starts = [sameDay, ...versions].map((version) =>
    startOf(version, [sameDay, ...versions], { date, dateAndTime }),
  )
  expect(starts).toEqual(['1 Jan 2027, 15:00 IST', '1 Jun 2027', '1 Jan 2027, 05:30 IST', '26 Nov 2026'])
})

import { expect, it } from 'vitest'
import { versionAt } from './use-version'

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

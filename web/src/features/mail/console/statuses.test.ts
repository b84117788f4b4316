import { expect, it } from 'vitest'
import { reachedCounts } from './statuses'

it('counts an email in each status that it has reached', () => {
  const counts = { queued: 2, sent: 1, delivered: 4, opened: 3, clicked: 2, bounced: 1, blocked: 1, spam: 1, failed: 5 }
  expect(reachedCounts(counts)).toEqual([
    { label: 'Sent', number: 13 },
    { label: 'Delivered', number: 10 },
    { label: 'Opened', number: 5 },
    { label: 'Clicked', number: 2 },
  ])
  expect(reachedCounts({}).every(({ number }) => number === 0)).toBe(true)
})

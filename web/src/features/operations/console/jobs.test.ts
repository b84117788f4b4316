import { expect, test } from 'vitest'
import { age, jobLabel } from './jobs'

test('a job type has a label, and an unknown type keeps its name', () => {
  expect(jobLabel('mail.send')).toBe('Sending emails')
  expect(jobLabel('other.work')).toBe('other.work')
})

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [3599, '59 minutes'],
  [7300, '2 hours'],
  [86_400, '1 day'],
  [200_000, '2 days'],
])('an age of %i seconds is %s', (seconds, words) => {
  expect(age(seconds)).toBe(words)
})

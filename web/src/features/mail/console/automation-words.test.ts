import { expect, test } from 'vitest'
import { delayInWords } from './automation-words'

test.each([
  [0, 'Immediately'],
  [1, '1 hour after'],
  [24, '1 day after'],
  [36, '36 hours after'],
  [72, '3 days after'],
])('%i hours are %s', (hours, words) => {
  expect(delayInWords(hours)).toBe(words)
})

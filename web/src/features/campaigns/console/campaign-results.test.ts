import { expect, it } from 'vitest'
import { deliveries } from './campaign-results'

it('says what happened to each sent email', () => {
  expect(deliveries({ sent: 3, delivered: 3, bounced: 0 })).toBe('3 of 3 sent')
  expect(deliveries({ sent: 10, delivered: 7, bounced: 2 })).toBe('7 of 10 sent; 2 bounced; 1 not reported yet')
})

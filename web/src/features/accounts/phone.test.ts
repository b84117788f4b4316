import { describe, expect, it } from 'vitest'
import { digitsOf } from './phone'

describe('a phone number as people write it', () => {
  it.each([
    ['+91 98765 43210', '+919876543210'],
    ['+91 (22) 5555-0143', '+912255550143'],
    ['98765\u00a043210', '9876543210'],
    ['98765–43210', '9876543210'],
    ['9876543210', '9876543210'],
  ])('%s is %s', (written, digits) => expect(digitsOf(written)).toBe(digits))

  it('keeps what is no separator, so that the check can refuse it', () => {
    expect(digitsOf('98765x43210')).toBe('98765x43210')
  })
})

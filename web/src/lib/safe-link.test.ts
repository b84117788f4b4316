import { describe, expect, it } from 'vitest'
import { safeLink } from './safe-link'

describe('a link that staff have typed', () => {
  it('leads to a full http or https address', () => {
    expect(safeLink('https://rzp.io/l/membership')).toBe('https://rzp.io/l/membership')
    expect(safeLink('http://127.0.0.1:8090/sandbox/razorpay/pages/pl_1')).toBe(
      'http://127.0.0.1:8090/sandbox/razorpay/pages/pl_1',
    )
  })

  it.each([
    '',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//rzp.io/l/x',
    '/membership-plans',
    'rzp.io/l/x',
    'https://razorpay.com@evil.example/',
    'https://',
  ])('leads nowhere otherwise: %j', (link) => expect(safeLink(link)).toBeUndefined())
})

import { describe, expect, it } from 'vitest'
import { mailTo, phoneText, safeLink } from './links'

describe('a mailto link', () => {
  it('has the address unchanged', () => expect(mailTo('asha.rao@example.com')).toBe('mailto:asha.rao@example.com'))

  it.each([
    ['a?bcc=evil%40evil.example&x=@example.com', 'mailto:a%3Fbcc%3Devil%2540evil.example%26x%3D@example.com'],
    ['a#b@example.com', 'mailto:a%23b@example.com'],
  ])('escapes an address that would change the email: %j', (email, link) => expect(mailTo(email)).toBe(link))
})

describe('a link that an admin has typed', () => {
  it('is accepted if it is a full http or https address', () => {
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
  ])('is refused otherwise: %j', (link) => expect(safeLink(link)).toBeUndefined())
})

// The server shows the same: pb_hooks/internal/normal/phone_test.go.
describe('a phone number', () => {
  it.each([
    ['+919876543210', '+91 98765 43210'],
    ['+912240001234', '+91 22 4000 1234'],
    ['+442079460018', '+442079460018'],
    ['as it was', 'as it was'],
    ['', ''],
  ])('%j is shown as %j', (phone, shown) => expect(phoneText(phone)).toBe(shown))
})

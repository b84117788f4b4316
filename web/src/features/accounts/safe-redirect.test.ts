import { describe, expect, it } from 'vitest'
import { afterSignIn } from './safe-redirect'

const pageAfter = (parameters: Record<string, string>) => afterSignIn(new URLSearchParams(parameters), false)

describe('the page after a sign-in', () => {
  it('is the account page without a redirect', () => {
    expect(pageAfter({})).toBe('/account')
    expect(pageAfter({ tierId: 'abc' })).toBe('/account')
  })

  it('is the circle for a member without a redirect', () => {
    expect(afterSignIn(new URLSearchParams(), true)).toBe('/circle')
    expect(afterSignIn(new URLSearchParams({ redirect: '/account/billing' }), true)).toBe('/account/billing')
  })

  it('is the page of the redirect, with the chosen plan', () => {
    expect(pageAfter({ redirect: '/membership-plans', tierId: 'abc' })).toBe('/membership-plans?tierId=abc')
    expect(pageAfter({ redirect: '/membership-plans?from=mail#plans', tierId: 'a b' })).toBe(
      '/membership-plans?from=mail&tierId=a+b#plans',
    )
    expect(pageAfter({ redirect: '/#register' })).toBe('/#register')
  })

  it.each([
    'https://evil.example',
    'https:evil.example',
    'HTTPS://evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'evil.example',
    ' //evil.example',
    '@evil.example',
    '//',
    '',
  ])('is never on another site: %j', (redirect) => expect(pageAfter({ redirect })).toBe('/account'))

  it('is not the sign-in page', () => {
    expect(pageAfter({ redirect: '/auth' })).toBe('/account')
    expect(pageAfter({ redirect: '/auth?redirect=/auth' })).toBe('/account')
  })
})

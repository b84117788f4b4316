import { describe, expect, it } from 'vitest'
import { afterSignIn } from './safe-redirect'

const leadsTo = (parameters: Record<string, string>) => afterSignIn(new URLSearchParams(parameters), false)

describe('the page after a sign-in', () => {
  it('is the account when none is named', () => {
    expect(leadsTo({})).toBe('/account')
    expect(leadsTo({ tierId: 'abc' })).toBe('/account')
  })

  it('is the circle for a member', () => {
    expect(afterSignIn(new URLSearchParams(), true)).toBe('/circle')
    expect(afterSignIn(new URLSearchParams({ redirect: '/account/billing' }), true)).toBe('/account/billing')
  })

  it('is the page that is named, with the plan chosen there', () => {
    expect(leadsTo({ redirect: '/membership-plans', tierId: 'abc' })).toBe('/membership-plans?tierId=abc')
    expect(leadsTo({ redirect: '/membership-plans?from=mail#plans', tierId: 'a b' })).toBe(
      '/membership-plans?from=mail&tierId=a+b#plans',
    )
    expect(leadsTo({ redirect: '/#register' })).toBe('/#register')
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
  ])('never leads off the site: %j', (redirect) => expect(leadsTo({ redirect })).toBe('/account'))

  it('is not the sign-in again', () => {
    expect(leadsTo({ redirect: '/auth' })).toBe('/account')
    expect(leadsTo({ redirect: '/auth?redirect=/auth' })).toBe('/account')
  })
})

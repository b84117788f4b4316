import { describe, expect, it } from 'vitest'
import { durationWords } from './tier-entry'

describe('the badge of a plan', () => {
  it.each([
    ['lifetime', 'One-time payment'],
    ['annual', 'Renews annually'],
    ['monthly', 'Renews monthly'],
  ] as const)('says how a %s tier is paid', (duration, badge) =>
    expect(durationWords(duration, true).badge).toBe(badge),
  )

  it('says "renews" only for a tier that renews', () => {
    expect(durationWords('annual', false).badge).toBe('Paid once')
    expect(durationWords('lifetime', false).badge).toBe('One-time payment')
  })
})

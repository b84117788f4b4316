import { describe, expect, it } from 'vitest'
import { builtInTexts } from '@/lib/texts-fixture'
import { durationWords } from './duration'

const { texts } = builtInTexts('plans')

describe('the badge of a plan', () => {
  it.each([
    ['lifetime', 'One-time payment'],
    ['annual', 'Renews annually'],
    ['monthly', 'Renews monthly'],
  ] as const)('says how a %s tier is paid', (duration, badge) =>
    expect(texts[durationWords(duration, true).badge]).toBe(badge),
  )

  it('says "renews" only for a tier that renews', () => {
    expect(texts[durationWords('annual', false).badge]).toBe('Paid once')
    expect(texts[durationWords('lifetime', false).badge]).toBe('One-time payment')
  })
})

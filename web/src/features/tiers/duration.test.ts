import { describe, expect, it } from 'vitest'
import { tierForm } from '@/lib/generated'
import { durationWords } from './tier-entry'

const durations = tierForm.find(({ name }) => name === 'duration')?.options ?? []

describe('the badge of a plan', () => {
  it.each([
    ['lifetime', 'One-time payment'],
    ['annual', 'Renews annually'],
    ['monthly', 'Renews monthly'],
  ])('of a %s tier reads well', (duration, badge) => expect(durationWords(duration, true).badge).toBe(badge))

  it('is there for every duration that a tier can have', () => {
    expect(durations.length).toBe(3)
    for (const duration of durations) expect(durationWords(duration, true).term).not.toBe(duration)
  })

  it('says "renews" only where it does', () => {
    expect(durationWords('annual', false).badge).toBe('Paid once')
    expect(durationWords('lifetime', false).badge).toBe('One-time payment')
  })

  it('falls back on the specification for a duration that nobody has heard of', () => {
    expect(durationWords('quarter', true).badge).toBe('Renews quarterly')
  })
})

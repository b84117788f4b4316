import { describe, expect, it } from 'vitest'
import { tierForm } from '@/lib/generated'
import { durationWords } from './duration'

const durations = tierForm.find(({ name }) => name === 'duration')?.options ?? []

describe('the badge of a plan', () => {
  it.each([
    ['lifetime', 'One-time payment'],
    ['annual', 'Renews annually'],
    ['monthly', 'Renews monthly'],
  ])('of a %s tier reads well', (duration, badge) => expect(durationWords(duration).badge).toBe(badge))

  it('is there for every duration that a tier can have', () => {
    expect(durations.length).toBe(3)
    for (const duration of durations) expect(durationWords(duration).term).not.toBe(duration)
  })

  it('falls back on the specification for a duration that nobody has heard of', () => {
    expect(durationWords('quarter').badge).toBe('Renews quarterly')
  })
})

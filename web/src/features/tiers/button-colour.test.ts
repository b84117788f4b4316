import { describe, expect, it } from 'vitest'
import { type FieldRule, tierForm } from '@/lib/generated'
import { chosenColour, unchosenColour } from './button-colour'

describe('the colour of a plan’s button', () => {
  it('is the site’s colour for the default of the form, in upper or lower case', () => {
    const rules: readonly FieldRule[] = tierForm
    expect(rules.find(({ name }) => name === 'buttonColor')?.initial).toBe(unchosenColour)
    expect(chosenColour('#0052CC')).toBeUndefined()
    expect(chosenColour('#0052cc')).toBeUndefined()
    expect(chosenColour('')).toBeUndefined()
  })

  it('is another colour if the office chose one', () => expect(chosenColour('#28605F')).toBe('#28605F'))
})

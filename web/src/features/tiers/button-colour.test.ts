import { describe, expect, it } from 'vitest'
import { type FieldRule, tierForm } from '@/lib/generated'
import { chosenColour, newPlanColour } from './button-colour'

describe('the colour of a plan’s button', () => {
  it('is each colour that was chosen, that of new plans too', () => {
    const rules: readonly FieldRule[] = tierForm
    expect(rules.find(({ name }) => name === 'buttonColor')?.initial).toBe(newPlanColour)
    for (const colour of [newPlanColour, newPlanColour.toLowerCase(), '#28605F'])
      expect(chosenColour(colour)).toBe(colour)
  })

  it('is the site’s colour if none was chosen', () => expect(chosenColour('')).toBeUndefined())
})

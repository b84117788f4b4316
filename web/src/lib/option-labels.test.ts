import { describe, expect, it } from 'vitest'
import { type FieldRule, nominationForm, registerForm } from './generated'
import { labelOf, nominationLabels, registerLabels } from './option-labels'

const forms: [string, readonly FieldRule[], Record<string, Record<string, string>>][] = [
  ['register', registerForm, registerLabels],
  ['nomination', nominationForm, nominationLabels],
]

describe.each(forms)('the options of the %s form', (_, rules, labels) => {
  it.each(rules.filter(({ options }) => options.length > 0))(
    '$name: each has a label, and no label is left over',
    (rule) => {
      expect(Object.keys(labels[rule.name] ?? {}).sort()).toEqual([...rule.options].sort())
      expect(Object.values(labels[rule.name] ?? {}).every((label) => label.trim() !== '')).toBe(true)
    },
  )
})

describe('a label', () => {
  it('is the value itself if the lists no longer contain it', () => {
    expect(labelOf(nominationLabels.industry, 'shipping')).toBe('shipping')
    expect(labelOf(nominationLabels.industry, 'energy')).toBe('Energy')
  })
})

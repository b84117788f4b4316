import { describe, expect, it } from 'vitest'
import { type FieldRule, nominationForm, receiptForm, registerForm } from './generated'
import { labelOf, methodLabel, nominationLabels, registerLabels } from './option-labels'

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

describe('a method of payment', () => {
  it('is named, however the money came', () => {
    const offline = receiptForm.find(({ name }) => name === 'mode')?.options ?? []
    expect(offline.map(methodLabel)).toEqual(['NEFT', 'UPI', 'Cheque', 'Cash'])
    expect(['netbanking', 'emi', 'card', 'coupon'].map(methodLabel)).toEqual(['Net banking', 'EMI', 'Card', 'Coupon'])
  })

  it('is in words if it is new', () => expect(methodLabel('credit_line')).toBe('Credit line'))

  it('may be missing', () => expect(methodLabel('')).toBe(''))
})

describe('a label', () => {
  it('is the value itself if the lists no longer contain it', () => {
    expect(labelOf(nominationLabels.industry, 'shipping')).toBe('shipping')
    expect(labelOf(nominationLabels.industry, 'energy')).toBe('Energy')
  })
})

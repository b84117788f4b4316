// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { useFieldTexts } from './field-texts'
import {
  amendmentForm,
  billingForm,
  type FieldRule,
  forgotPasswordForm,
  loginForm,
  nominationForm,
  orderForm,
  ownAnswerForm,
  registerForm,
  resetPasswordForm,
  withdrawalForm,
} from './generated'
import { nominationLabels, registerLabels } from './option-labels'
import { createReader, type Language, type PageName, type TextReader } from './texts'
import { builtInTexts, WithTexts } from './texts-fixture'

const forms: [string, readonly FieldRule[], PageName, string][] = [
  ['nomination', nominationForm, 'nomination', 'fields'],
  ['correction', amendmentForm, 'nomination', 'fields'],
  ['answer', ownAnswerForm, 'own-nomination', 'question.fields'],
  ['withdrawal', withdrawalForm, 'own-nomination', 'withdrawal.fields'],
  ['sign-in', loginForm, 'sign-in', 'login.fields'],
  ['registration', registerForm, 'sign-in', 'register.fields'],
  ['forgotten password', forgotPasswordForm, 'sign-in', 'forgot.fields'],
  ['new password', resetPasswordForm, 'sign-in', 'newPassword.fields'],
]

// The labels and messages of the purchase are not those of its rules, because it shows other fields to companies.
const purchase: typeof forms = [
  ['order', orderForm, 'checkout', 'fields'],
  ['billing details', billingForm, 'checkout', 'fields'],
]

// Fields that no one fills in, or that have texts of their own.
const hidden = ['token', 'removePasskeys', 'membershipTierId', 'kind']

// Labels that the form replaces.
const renamed = ['4-digit PIN', 'I am interested in', 'New password', 'Password or 4-digit PIN']

function readerOfFields(page: PageName, group: string, language: Language = 'en') {
  return createReader<never>(builtInTexts(page, {}, language), { prefix: `${group}.` })
}

function textsOf(reader: TextReader<never>, language: Language = 'en') {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <WithTexts pages={[builtInTexts('site', {}, language)]} language={language}>
      {children}
    </WithTexts>
  )
  return renderHook(() => useFieldTexts(reader), { wrapper }).result.current
}

/** The label of a rule and the messages that the form can show. */
function wordsOf({ name, label, kind, required, min, max, messages }: FieldRule) {
  const isChoice = kind === 'choice' || kind === 'choices' || kind === 'consent' || kind === 'flag'
  return {
    name,
    label,
    required: required && messages.required,
    short: !isChoice && min > 0 && messages.short,
    long: !isChoice && max > 0 && messages.long,
    invalid: !isChoice && kind !== 'secret' && messages.invalid,
  }
}

describe('the built-in texts of fields', () => {
  it.each(forms)('are those of the rules: %s', (_form, rules, page, group) => {
    const own = textsOf(readerOfFields(page, group)).rules(rules)
    for (const [index, rule] of rules.entries()) {
      const shown = own[index] as FieldRule
      const label = renamed.includes(shown.label) ? shown.label : rule.label
      expect(wordsOf(shown)).toEqual({ ...wordsOf(rule), label })
    }
  })

  it.each([...forms, ...purchase])('have each message in each language: %s', (_form, rules, page, group) => {
    for (const language of ['hi', 'mr'] as const) {
      const own = textsOf(readerOfFields(page, group, language), language).rules(rules)
      for (const { name, label, ...messages } of own.map(wordsOf).filter((words) => !hidden.includes(words.name)))
        for (const message of [label, ...Object.values(messages)].filter(Boolean))
          expect(`${name}: ${message}`).toMatch(/[\u0900-\u097f]|: GSTIN$/)
    }
  })

  it.each([
    ['nomination', nominationForm, 'fields', nominationLabels],
    ['sign-in', registerForm, 'register.fields', registerLabels],
  ] as const)('have each option: %s', (page, rules, group, labels) => {
    const { option } = textsOf(readerOfFields(page, group))
    for (const { name, options } of rules as readonly FieldRule[])
      for (const value of options)
        expect(option(name, value).label).toBe((labels as Record<string, Record<string, string>>)[name]?.[value])
  })
})

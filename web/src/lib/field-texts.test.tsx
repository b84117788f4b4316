// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { useFieldTexts } from './field-texts'
import {
  amendmentForm,
  type FieldRule,
  forgotPasswordForm,
  loginForm,
  nominationForm,
  ownAnswerForm,
  registerForm,
  resetPasswordForm,
  withdrawalForm,
} from './generated'
import { nominationLabels, registerLabels } from './option-labels'
import type { TextReader } from './texts'
import { builtInReader, builtInTexts, WithTexts } from './texts-fixture'

const signIn = builtInReader('sign-in')
const own = builtInReader('own-nomination')
const nomination = builtInReader('nomination')

const forms: [string, readonly FieldRule[], TextReader<never>][] = [
  ['nomination', nominationForm, nomination.group('fields') as never],
  ['correction', amendmentForm, nomination.group('fields') as never],
  ['answer', ownAnswerForm, own.group('question.fields') as never],
  ['withdrawal', withdrawalForm, own.group('withdrawal.fields') as never],
  ['sign-in', loginForm, signIn.group('login.fields') as never],
  ['registration', registerForm, signIn.group('register.fields') as never],
  ['forgotten password', forgotPasswordForm, signIn.group('forgot.fields') as never],
  ['new password', resetPasswordForm, signIn.group('newPassword.fields') as never],
]

// Labels that the form replaces.
const renamed = ['4-digit PIN', 'I am interested in', 'New password', 'Password or 4-digit PIN']

function textsOf(reader: TextReader<never>) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <WithTexts pages={[builtInTexts('site')]}>{children}</WithTexts>
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
  it.each(forms)('are those of the rules: %s', (_form, rules, reader) => {
    const own = textsOf(reader).rules(rules)
    for (const [index, rule] of rules.entries()) {
      const shown = own[index] as FieldRule
      const label = renamed.includes(shown.label) ? shown.label : rule.label
      expect(wordsOf(shown)).toEqual({ ...wordsOf(rule), label })
    }
  })

  it.each([
    ['nomination', nominationForm, forms[0]?.[2], nominationLabels],
    ['registration', registerForm, forms[5]?.[2], registerLabels],
  ] as const)('have each option: %s', (_form, rules, reader, labels) => {
    const { option } = textsOf(reader as TextReader<never>)
    for (const { name, options } of rules as readonly FieldRule[])
      for (const value of options)
        expect(option(name, value).label).toBe((labels as Record<string, Record<string, string>>)[name]?.[value])
  })
})

// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { FormEvent } from 'react'
import { expect, it } from 'vitest'
import { ApiError } from './api-error'
import { useFieldTexts } from './field-texts'
import { forgotPasswordForm } from './generated'
import { useRuleForm } from './rule-form'
import { useTexts } from './texts'
import { builtInTexts, WithTexts } from './texts-fixture'

it('shows a broken rule in its own words, and other refusals as the server words them', async () => {
  const pages = (['site', 'sign-in'] as const).map((page) => builtInTexts(page, {}, 'hi'))
  const { result } = renderHook(
    () => {
      const texts = useFieldTexts(useTexts('sign-in').group('forgot.fields'))
      const form = useRuleForm('forgot', forgotPasswordForm, { initial: { email: 'asha@example.com' }, texts })
      return { form, problem: form.formState.errors.email?.message, own: texts.rules(forgotPasswordForm)[0].messages }
    },
    {
      wrapper: ({ children }) => (
        <WithTexts pages={pages} language="hi">
          {children}
        </WithTexts>
      ),
    },
  )

  async function refuse(message: string) {
    const send = async () => {
      throw new ApiError(400, message, { email: message })
    }
    const event = { preventDefault: () => {}, persist: () => {} } as FormEvent
    await act(() => result.current.form.submit({ send, failed: () => 'failed' })(event))
    return result.current.problem
  }

  const { invalid } = forgotPasswordForm[0].messages
  expect(await refuse(invalid)).toBe(result.current.own.invalid)
  expect(result.current.own.invalid).not.toBe(invalid)
  expect(await refuse('इस ईमेल से खाता पहले से मौजूद है।')).toBe('इस ईमेल से खाता पहले से मौजूद है।')
})

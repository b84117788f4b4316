// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useFormState } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { only } from './form-schema'
import { campaignForm } from './generated'
import { useRuleForm } from './rule-form'
import { useStoredVersion } from './use-stored-version'

type Stored = { version: string; name: string; subject: string }

const opened: Stored = { version: 'one', name: 'Monsoon', subject: '' }

afterEach(cleanup)

it('keeps what is typed while the form is saved', async () => {
  let answer: (stored: Stored) => void = () => {}
  function Draft() {
    const rules = only(campaignForm, 'name', 'subject')
    const form = useRuleForm('draft', rules, { initial: { name: 'Monsoon', subject: '' } })
    const stored = useStoredVersion(form, opened, ({ name, subject }) => ({ name, subject }))
    const { isDirty } = useFormState({ control: form.control })
    const send = () =>
      new Promise<Stored>((resolve) => {
        answer = resolve
      })
    return (
      <form onSubmit={form.submit({ send: async () => void (await stored.save(send)), failed: String })}>
        <input aria-label="Name" {...form.register('name')} />
        <input aria-label="Subject" {...form.register('subject')} />
        <button type="submit">Save</button>
        <output>{`Version ${stored.version}, ${isDirty ? 'unsaved' : 'saved'}`}</output>
      </form>
    )
  }
  render(<Draft />)
  const user = userEvent.setup({ delay: null })
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  await user.type(field('Name'), ' news  ')
  await user.type(field('Subject'), 'Rain')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(field('Subject'), 'y days', { initialSelectionStart: 4, initialSelectionEnd: 4 })
  field('Subject').setSelectionRange(2, 2)
  await act(async () => answer({ version: 'two', name: 'Monsoon news', subject: 'Rain' }))

  expect(await screen.findByText('Version two, unsaved')).toBeTruthy()
  expect(field('Subject').value).toBe('Rainy days')
  expect(field('Subject').selectionStart).toBe(2)
  expect(field('Name').value).toBe('Monsoon news')

  await user.click(screen.getByRole('button', { name: 'Save' }))
  await act(async () => answer({ version: 'three', name: 'Monsoon news', subject: 'Rainy days' }))
  expect(await screen.findByText('Version three, saved')).toBeTruthy()
})

it('throws if the values to show were deleted', () => {
  const { result } = renderHook(() => {
    const form = useRuleForm('draft', only(campaignForm, 'name'))
    return useStoredVersion(form, opened, ({ name }) => ({ name }))
  })
  expect(() => result.current.show(undefined)).toThrow('Someone else has deleted this entry')
})

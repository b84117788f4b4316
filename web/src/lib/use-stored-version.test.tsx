// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { useFieldArray, useFormState } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from './api-error'
import { only } from './form-schema'
import { campaignForm, sessionForm } from './generated'
import { useRuleForm } from './rule-form'
import { useStoredVersion } from './use-stored-version'

type Stored = { version: string; name: string; subject: string }

const opened: Stored = { version: 'one', name: 'Monsoon', subject: '' }

afterEach(cleanup)

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

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
  render(<Draft />, { wrapper })
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

type Session = { version: string; title: string; speakers: { name: string }[] }

const planned: Session = { version: 'one', title: 'Risk', speakers: [{ name: 'Asha' }] }

/** The form of a session with its speakers. `answer` ends a request. */
function showSession(session: Session | undefined) {
  let answer: (stored: Session) => void = () => {}
  function Speakers() {
    const form = useRuleForm('session', only(sessionForm, 'title', 'speakers'), {
      initial: { title: 'Risk', speakers: [{ name: 'Asha', role: '', portrait: '', email: '' }] },
    })
    const stored = useStoredVersion(form, session, ({ title, speakers }) => ({ title, speakers }))
    const { fields, append } = useFieldArray({ control: form.control, name: 'speakers' })
    const { isDirty } = useFormState({ control: form.control })
    const send = () =>
      new Promise<Session>((resolve) => {
        answer = resolve
      })
    return (
      <form onSubmit={form.submit({ send: async () => void (await stored.save(send)), failed: String })}>
        <input aria-label="Title" {...form.register('title')} />
        {fields.map(({ id }, index) => (
          <input key={id} aria-label={`Speaker ${index + 1}`} {...form.register(`speakers.${index}.name`)} />
        ))}
        <button type="button" onClick={() => append({ name: '' })}>
          Add
        </button>
        <button type="submit">Save</button>
        <output>{`Version ${stored.version}, ${isDirty ? 'unsaved' : 'saved'}`}</output>
      </form>
    )
  }
  render(<Speakers />, { wrapper })
  return { answer: (stored: Session) => act(async () => answer(stored)) }
}

it('keeps rows that are changed while the form is saved', async () => {
  const { answer } = showSession(planned)
  const user = userEvent.setup({ delay: null })
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  await user.type(field('Speaker 1'), ' ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await answer({ version: 'two', title: 'Risk', speakers: [{ name: 'Asha' }] })
  expect(await screen.findByText('Version two, saved')).toBeTruthy()
  expect(field('Speaker 1').value).toBe('Asha')

  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(field('Speaker 1'), ' Rao')
  await answer({ version: 'three', title: 'Risks', speakers: [{ name: 'Asha' }] })
  expect(await screen.findByText('Version three, unsaved')).toBeTruthy()
  expect(field('Title').value).toBe('Risks')
  expect(field('Speaker 1').value).toBe('Asha Rao')

  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.type(field('Speaker 2'), 'Bina')
  await answer({ version: 'four', title: 'Risks', speakers: [{ name: 'Asha Rao' }] })
  expect(await screen.findByText('Version four, unsaved')).toBeTruthy()
  expect(field('Speaker 2').value).toBe('Bina')
})

it('shows the rows that the server has stored', async () => {
  const { answer } = showSession(planned)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.type(screen.getByLabelText('Speaker 2'), 'Bina')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await answer({ version: 'two', title: 'Risk', speakers: [{ name: 'Asha' }] })
  expect(await screen.findByText('Version two, saved')).toBeTruthy()
  expect(screen.queryByLabelText('Speaker 2')).toBeNull()
})

it('shows a new record as it was stored, because its page opens next', async () => {
  const { answer } = showSession(undefined)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(screen.getByLabelText('Title'), ' and audit')
  await answer(planned)
  expect(await screen.findByText('Version one, saved')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Risk')
})

it.each([
  ['its own query', () => Promise.reject(new ApiError(404, 'Not found'))],
  ['the query of a list', async () => []],
])('says that the values were deleted if %s does not find them', async (_, queryFn: () => Promise<Stored[]>) => {
  const { result } = renderHook(
    () => {
      const form = useRuleForm('draft', only(campaignForm, 'name'), { initial: { name: 'Typed' } })
      const stored = useStoredVersion<Stored>(form, opened, ({ name }) => ({ name }))
      const { errors } = useFormState({ control: form.control })
      return { form, stored, problem: errors.root?.message }
    },
    { wrapper },
  )
  await act(() => result.current.stored.load({ queryKey: ['drafts'], queryFn }, ([found]) => found, 'name'))
  expect(result.current.problem).toMatch(/^Someone else has deleted this entry/)
  expect(result.current.form.current().name).toBe('Typed')
})

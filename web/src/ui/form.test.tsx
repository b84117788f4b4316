// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, messageOf } from '@/lib/api-error'
import { only } from '@/lib/form-schema'
import { segmentForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { TextField } from './fields'
import { DialogForm, Form, SubmitButton } from './form'

type RenameProps = { error: ApiError; onLoadCurrent?: () => Promise<void> }

function Rename({ error, onLoadCurrent = () => Promise.resolve() }: RenameProps) {
  const form = useRuleForm('rename', only(segmentForm, 'name'), { initial: { name: 'Old' } })
  const submit = form.submit({
    send: () => Promise.reject(error),
    failed: (reason) => messageOf(reason, 'Please try again.'),
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle="Not renamed" onLoadCurrent={onLoadCurrent}>
      <TextField form={form} name="name" />
      <SubmitButton form={form} busyLabel="Saving…">
        Rename
      </SubmitButton>
    </Form>
  )
}

async function rename(error: ApiError, onLoadCurrent?: () => Promise<void>) {
  render(<Rename error={error} onLoadCurrent={onLoadCurrent} />)
  const user = userEvent.setup({ delay: null })
  const button = () => screen.getByRole('button', { name: 'Rename' })
  await user.click(button())
  await screen.findByText('Not renamed')
  return { user, button }
}

afterEach(cleanup)

it('moves the focus to the notice each time the stored values are newer', async () => {
  const { user, button } = await rename(new ApiError(409, 'It was changed.', { version: 'It was changed.' }))
  const focused = () => document.activeElement?.textContent
  await waitFor(() => expect(focused()).toMatch(/^Not renamedIt was changed\..*Load the current version$/))
  await user.click(button())
  await screen.findByRole('button', { name: 'Rename' })
  await waitFor(() => expect(focused()).toMatch(/^Not renamedIt was changed\./))
})

it('says that the stored values could not be loaded', async () => {
  let fail = (_: Error) => {}
  const { user } = await rename(
    new ApiError(409, 'It was changed.', { version: 'It was changed.' }),
    () => new Promise((_, reject) => (fail = reject)),
  )
  const load = screen.getByRole('button', { name: 'Load the current version' })
  await user.click(load)
  expect(load.getAttribute('aria-busy')).toBe('true')
  fail(new Error('The connection was lost.'))
  const alert = within(screen.getByRole('alert'))
  expect(await alert.findByText('The current version could not be loaded. Please try again.')).toBeTruthy()
  await waitFor(() => expect(load.getAttribute('aria-busy')).toBeNull())
})

it('leaves the focus where it is after another refusal', async () => {
  await rename(new ApiError(409, 'It is taken.'))
  expect(document.activeElement?.textContent).not.toMatch(/It is taken/)
})

const grant = vi.fn()

function Grant() {
  const form = useRuleForm('grant', only(segmentForm, 'name'), { initial: { name: 'Asha' } })
  const submit = form.submit({
    send: grant.mockRejectedValue(
      new ApiError(202, 'A membership for Asha. A second administrator must confirm this.'),
    ),
    failed: (reason) => messageOf(reason, 'Please try again.'),
  })
  return (
    <DialogForm form={form} onSubmit={submit} refusalTitle="Not granted" submitLabel="Grant" onClose={() => {}}>
      <TextField form={form} name="name" />
    </DialogForm>
  )
}

it('can only be closed once a second admin must confirm what was sent', async () => {
  render(<Grant />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Grant' }))
  expect(await screen.findByText('Waiting for a second administrator')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('A membership for Asha.'))
  expect(screen.queryByText('Not granted')).toBeNull()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Close'])
  await user.type(screen.getByRole('textbox'), '{Enter}')
  expect(grant).toHaveBeenCalledTimes(1)
})

const close = vi.fn()

function Create({ send }: { send: (reset: () => void) => Promise<void> }) {
  const form = useRuleForm('create', only(segmentForm, 'name'), { initial: { name: 'New' } })
  const submit = form.submit({
    send: () => send(() => form.reset()),
    failed: (reason) => messageOf(reason, 'Please try again.'),
  })
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      refusalTitle="Not created"
      submitLabel="Create"
      busyLabel="Saving…"
      onClose={close}
    >
      <TextField form={form} name="name" />
    </DialogForm>
  )
}

it('disables the fields of a form that closes after success while it is sent, and focuses an invalid field', async () => {
  let fail = (_: Error) => {}
  render(<Create send={() => new Promise((_, reject) => (fail = reject))} />)
  const user = userEvent.setup({ delay: null })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ })
  await user.type(field, ' view{Enter}')
  const saving = await screen.findByRole('button', { name: 'Saving…' })
  expect(field.matches(':disabled')).toBe(true)
  expect(saving.matches(':disabled')).toBe(false)
  expect(document.activeElement).toBe(saving)
  await user.type(field, ' lost', { skipClick: true })
  expect(field.value).toBe('New view')
  fail(new ApiError(400, 'Please check the name.', { name: 'This name is taken.' }))
  await screen.findByText('This name is taken.')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('!')
  expect(field.value).toBe('New view!')
})

it('can be closed while it is sent, and is sent once', async () => {
  const send = vi.fn(() => new Promise<void>(() => {}))
  render(<Create send={send} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await user.click(await screen.findByRole('button', { name: 'Saving…' }))
  await user.keyboard('{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('textbox', { name: /^Name/ }).matches(':disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledTimes(1)
})

it('keeps the focus on the button when the server refuses the form as a whole', async () => {
  let fail = (_: Error) => {}
  render(<Create send={() => new Promise((_, reject) => (fail = reject))} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Saving…')
  fail(new ApiError(500, 'The server is busy.', {}))
  await screen.findByText('Not created')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create' })))
  expect(screen.getByRole('textbox', { name: /^Name/ }).matches(':disabled')).toBe(false)
})

// The fields stay disabled although a reset ends React Hook Form's submission, because the next page opens after it.
it('keeps the fields disabled after a reset until sending has ended', async () => {
  let leave = () => {}
  render(
    <Create
      send={(reset) => {
        reset()
        return new Promise((resolve) => (leave = resolve))
      }}
    />,
  )
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Create' }))
  const field = screen.getByRole('textbox', { name: /^Name/ })
  await waitFor(() => expect(field.matches(':disabled')).toBe(true))
  leave()
  await waitFor(() => expect(field.matches(':disabled')).toBe(false))
})

// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, messageOf } from '@/lib/api-error'
import { only } from '@/lib/form-schema'
import { segmentForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { sentForm } from '@/lib/sending'
import { TextField } from './fields'
import { Form, SubmitButton } from './form'
import { useReauthenticated } from './use-reauthenticated'

type Values = { name: string; password?: string; code?: string }

const send = vi.fn<(values: Values) => Promise<string>>()
const refused = (message: string) => new ApiError(400, message, { password: message })

function Rename() {
  const { save, dialog } = useReauthenticated(send, {
    title: 'Rename it?',
    children: ({ name }) => `It is called ${name} then.`,
  })
  const form = useRuleForm('rename', only(segmentForm, 'name'), { initial: { name: 'Old' } })
  const submit = form.submit({
    send: async (values) => void (await save(values)),
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <>
      <Form form={form} onSubmit={submit} refusalTitle="Not renamed">
        <TextField form={form} name="name" />
        <SubmitButton form={form} busyLabel="Saving…">
          Rename
        </SubmitButton>
      </Form>
      {dialog}
    </>
  )
}

async function rename() {
  render(<Rename />)
  const user = userEvent.setup({ delay: null })
  const name = screen.getByRole<HTMLInputElement>('textbox')
  await user.clear(name)
  await user.type(name, 'New')
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  return { user, name }
}

beforeEach(() => {
  send.mockReset()
})
afterEach(cleanup)

it('asks for no password if the server requires none', async () => {
  send.mockResolvedValue('saved')
  await rename()
  await waitFor(() => expect(send.mock.calls).toEqual([[{ name: 'New' }]]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('asks for the password if the server requires it, and sends the change again with it', async () => {
  send.mockRejectedValueOnce(refused('Please confirm your password.'))
  send.mockRejectedValueOnce(refused('This is not your current password'))
  send.mockResolvedValue('saved')
  const { user } = await rename()
  expect(await screen.findByText('It is called New then.')).toBeTruthy()
  const password = screen.getByLabelText('Current password')
  await user.type(password, 'wrong')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('This is not your current password')
  await user.clear(password)
  await user.type(password, 'Monsoon Ledger 7')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Rename' })).toBeTruthy()
  expect(send).toHaveBeenLastCalledWith({ name: 'New', password: 'Monsoon Ledger 7', code: '' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('leaves the form unchanged when the dialog is closed', async () => {
  send.mockRejectedValue(refused('Please confirm your password.'))
  const { user, name } = await rename()
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Rename' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(name.value).toBe('New')
  expect(screen.queryByText('Not renamed')).toBeNull()
})

it('shows other refusals of the server', async () => {
  send.mockRejectedValue(new ApiError(409, 'It was changed meanwhile.'))
  await rename()
  await screen.findByText('Not renamed')
  expect(screen.getByRole('alert').textContent).toBe('Not renamedIt was changed meanwhile.')
})

it('closes the dialog and shows at the form that a second admin must confirm', async () => {
  send.mockRejectedValueOnce(refused('Please confirm your password.'))
  send.mockRejectedValueOnce(new ApiError(202, 'The new name. A second administrator must confirm this.'))
  const { user } = await rename()
  await user.type(await screen.findByLabelText('Current password'), 'Monsoon Ledger 7')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Waiting for a second administrator')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('The new name.')
})

it('sends the change as the same form with the password, so that it keeps its idempotency key', async () => {
  const forms: (string | undefined)[] = []
  send.mockImplementation(async ({ password }) => {
    forms.push(sentForm())
    if (!password) throw refused('Please confirm your password.')
    return 'saved'
  })
  const { user } = await rename()
  await user.type(await screen.findByLabelText('Current password'), 'Monsoon Ledger 7')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(forms).toEqual(['rename', 'rename']))
})

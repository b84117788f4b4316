// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { Row } from '@/lib/api'
import type { Introduction } from './api'
import { Conversation } from './conversation'

const { call, callPage } = vi.hoisted(() => ({ call: vi.fn(), callPage: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call, callPage }))
afterEach(cleanup)

type Message = Row<'GET /api/introductions/{id}/messages'>

const message: Message = {
  id: 'one',
  text: 'Send me your savings.\nYou get them back.',
  isOwn: false,
  isRemoved: false,
  sentAt: '2026-08-20T12:00:00.000Z',
}

function show(changes: Partial<Message>, others: object = {}) {
  callPage.mockResolvedValue({ rows: [{ ...message, ...changes }], total: 1 })
  call.mockResolvedValue({ id: 'report', decideBy: '2026-08-27T12:00:00.000Z' })
  const introduction = { id: 'i', status: 'open', person: { id: 'p', name: 'Bina Shah' }, ...others } as Introduction
  const router = createMemoryRouter([{ path: '/', element: <Conversation introduction={introduction} /> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

it('reports a message of the other member and says by when the office decides', async () => {
  show({})
  fireEvent.click(
    await screen.findByText('the message “Send me your savings.”', { exact: false, selector: 'button *' }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Bina Shah may guess it/)).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'spam' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send the report' }))
  await screen.findByText(/The office decides by/)
  expect(call).toHaveBeenCalledWith('POST /api/reports', {
    body: expect.objectContaining({ subject: 'message', subjectId: 'one', reason: 'spam' }),
  })
})

it('does not offer to report what the member has written', async () => {
  show({ isOwn: true })
  await screen.findByText(/Send me your savings/)
  expect(screen.queryByRole('button', { name: /Report/ })).toBeNull()
})

it('shows that the office has removed a message', async () => {
  show({ isRemoved: true, text: '' })
  await screen.findByText('This message was removed by the office.')
  expect(screen.queryByRole('button', { name: /Report/ })).toBeNull()
})

it('reports a message of a member who is hidden, without a form for another message', async () => {
  show({}, { status: 'closed', person: { id: '', name: 'A member' } })
  fireEvent.click(await screen.findByText(/the message “/, { selector: 'button *' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/the other member may guess it/)).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /Write to/ })).toBeNull()
})

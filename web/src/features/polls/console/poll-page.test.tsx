// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminPoll } from './api'
import { NewPage } from './new-page'
import { PollPage } from './poll-page'

const { call, callPage } = vi.hoisted(() => ({ call: vi.fn(), callPage: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call, callPage }))
vi.mock('@/lib/admin-access', async (original) => ({ ...(await original<object>()), useMay: () => () => true }))
afterEach(cleanup)

const poll: AdminPoll = {
  id: 'one',
  title: 'The draft LODR amendments',
  state: 'discussing',
  ballot: 'secret',
  question: 'Shall the circle send this text?',
  options: ['Yes', 'No'],
  quorum: 7,
  text: 'We propose a limit.',
  finalText: '',
  version: 'v',
  members: 12,
  electors: 0,
  isDiscussionOver: true,
  paragraphs: [{ number: 1, text: 'We propose a limit.', comments: 0 }],
  finalParagraphs: [],
  comments: 0,
  voters: 0,
  hasVoted: false,
  isElector: false,
  canVote: false,
  canComment: false,
  ownChoice: 0,
  discussionEndsAt: '2026-08-20T12:00:00.000Z',
  votingOpenedAt: '',
  votingEndsAt: '',
  publishedAt: '2026-08-10T12:00:00.000Z',
  createdAt: '2026-08-09T12:00:00.000Z',
  closedAt: '',
  closeReason: '',
  withdrawnAt: '',
  withdrawReason: '',
  resultPublishedAt: '',
  repeatOf: '',
  result: null,
}

function show(changes: Partial<AdminPoll>) {
  call.mockResolvedValue({ ...poll, ...changes })
  callPage.mockResolvedValue({ rows: [], total: 0 })
  const routes = [
    { path: '/admin/polls/new', Component: NewPage },
    { path: '/admin/polls/:id', Component: PollPage },
  ]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/admin/polls/one'] })} />
    </QueryClientProvider>,
  )
}

const warning = /If the server is lost before then, the votes are lost too/

it('says before a secret vote opens that no backup has its key', async () => {
  show({})
  fireEvent.click(await screen.findByText('Open the vote'))
  expect(await screen.findByText(warning)).toBeTruthy()
})

it('does not say so before an open vote', async () => {
  show({ ballot: 'open' })
  fireEvent.click(await screen.findByText('Open the vote'))
  expect(await screen.findByText(/12 members may vote/)).toBeTruthy()
  expect(screen.queryByText(warning)).toBeNull()
})

it('repeats a consultation whose votes are lost as a new draft', async () => {
  show({ state: 'lost', isDiscussionOver: false, closedAt: '2026-08-22T12:00:00.000Z' })
  expect(await screen.findByText('The votes are lost')).toBeTruthy()
  fireEvent.click(screen.getByText('Repeat the consultation'))
  expect(await screen.findByText('New consultation')).toBeTruthy()
  expect(screen.getByDisplayValue('We propose a limit.')).toBeTruthy()
  expect(screen.getByDisplayValue('7')).toBeTruthy()
  const end = screen.getByLabelText<HTMLInputElement>(/End of the discussion/)
  expect(end.value).toBe('')
  fireEvent.change(end, { target: { value: '2026-09-30' } })
  fireEvent.click(screen.getByText('Save draft'))
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('POST /api/polls', { body: expect.objectContaining({ repeatOf: poll.id }) }),
  )
})

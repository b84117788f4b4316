// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { Poll } from './api'
import { PollPage } from './poll-page'

const { call, callPage } = vi.hoisted(() => ({ call: vi.fn(), callPage: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call, callPage }))
afterEach(cleanup)

const poll: Poll = {
  id: 'one',
  title: 'The draft LODR amendments',
  state: 'voting',
  ballot: 'secret',
  question: 'Shall the circle send this text?',
  options: ['Yes', 'No'],
  quorum: 0,
  paragraphs: [{ number: 1, text: 'We propose a limit.', comments: 0 }],
  finalParagraphs: [],
  comments: 0,
  voters: 1,
  hasVoted: false,
  isElector: true,
  canVote: true,
  canComment: false,
  ownChoice: 0,
  discussionEndsAt: '2026-08-20T12:00:00.000Z',
  votingOpenedAt: '2026-08-21T12:00:00.000Z',
  votingEndsAt: '2026-08-27T12:00:00.000Z',
  publishedAt: '2026-08-10T12:00:00.000Z',
  createdAt: '2026-08-09T12:00:00.000Z',
  closedAt: '',
  closeReason: '',
  withdrawnAt: '',
  withdrawReason: '',
  resultPublishedAt: '',
  result: null,
}

let shown: Poll

function show(changes: Partial<Poll>) {
  shown = { ...poll, ...changes }
  call.mockImplementation(async (route: string) => (route.startsWith('POST') ? { code: 'K7QM-2XPD-WRTL' } : shown))
  const client = new QueryClient()
  const router = createMemoryRouter([{ path: '/circle/polls/:id', Component: PollPage }], {
    initialEntries: ['/circle/polls/one'],
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return client
}

it('keeps the receipt of a secret ballot on the page when the vote closes', async () => {
  const client = show({})
  fireEvent.click(await screen.findByLabelText('No'))
  fireEvent.click(screen.getByText('Vote', { selector: 'button' }))
  fireEvent.click(await screen.findByText('Cast my vote'))
  await screen.findByText('K7QM-2XPD-WRTL')
  expect(screen.queryByRole('heading', { name: 'Shall the circle send this text?' })).toBeNull()
  shown = { ...shown, state: 'closed', hasVoted: true, canVote: false, closedAt: '2026-08-27T12:00:00.000Z' }
  await client.invalidateQueries()
  await screen.findByText('The vote has ended')
  expect(screen.getByText('K7QM-2XPD-WRTL')).toBeTruthy()
  fireEvent.click(screen.getByText('I have stored my receipt'))
  expect(screen.queryByText('K7QM-2XPD-WRTL')).toBeNull()
})

it('does not say that a vote is counted once the consultation is withdrawn', async () => {
  const client = show({})
  fireEvent.click(await screen.findByLabelText('No'))
  fireEvent.click(screen.getByText('Vote', { selector: 'button' }))
  fireEvent.click(await screen.findByText('Cast my vote'))
  await screen.findByText('K7QM-2XPD-WRTL')
  const withdrawnAt = '2026-08-22T12:00:00.000Z'
  shown = {
    ...shown,
    state: 'withdrawn',
    hasVoted: true,
    canVote: false,
    withdrawnAt,
    withdrawReason: 'A wrong draft.',
  }
  await client.invalidateQueries()
  await screen.findByText('A wrong draft.')
  expect(screen.getByText(/There is no result, and your vote is not counted\./)).toBeTruthy()
  expect(screen.queryByText('K7QM-2XPD-WRTL')).toBeNull()
})

it('shows why the only comment on a paragraph was removed', async () => {
  const removed = {
    id: 'c',
    paragraph: 1,
    author: 'Asha Rao',
    text: '',
    postedAt: '2026-08-11T12:00:00.000Z',
    removedBy: 'office',
    removedReason: 'Off the subject',
    isOwn: false,
  }
  callPage.mockResolvedValue({ rows: [removed], total: 1 })
  show({ state: 'discussing', canComment: true, canVote: false })
  fireEvent.click(await screen.findByText('on paragraph 1'))
  expect(await screen.findByText('The office has removed this comment: Off the subject')).toBeTruthy()
})

it('tells a member who joined after the opening why they cannot vote', async () => {
  vi.setSystemTime('2026-08-22T12:00:00.000Z')
  show({ canVote: false, isElector: false })
  expect(await screen.findByText(/This vote had opened before your membership began/)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  vi.useRealTimers()
})

it('shows when and why a consultation was withdrawn, and no vote', async () => {
  show({ state: 'withdrawn', canVote: false, withdrawnAt: '2026-08-22T12:00:00.000Z', withdrawReason: 'A wrong draft' })
  expect(await screen.findByText('This consultation was withdrawn')).toBeTruthy()
  expect(screen.getByText('A wrong draft')).toBeTruthy()
  expect(screen.getByText(/22 Aug 2026/)).toBeTruthy()
  expect(screen.getByText(/There is no result\./)).toBeTruthy()
  expect(screen.getByText('We propose a limit.')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByText('The result')).toBeNull()
})

it('says that the votes are lost, without a receipt and a vote', async () => {
  const client = show({})
  fireEvent.click(await screen.findByLabelText('No'))
  fireEvent.click(screen.getByText('Vote', { selector: 'button' }))
  fireEvent.click(await screen.findByText('Cast my vote'))
  await screen.findByText('K7QM-2XPD-WRTL')
  shown = { ...shown, state: 'lost', hasVoted: true, canVote: false, closedAt: '2026-08-22T12:00:00.000Z' }
  await client.invalidateQueries()
  await screen.findByText('The votes are lost')
  expect(screen.getByText(/The office can repeat the vote\./)).toBeTruthy()
  expect(screen.queryByText('K7QM-2XPD-WRTL')).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
})

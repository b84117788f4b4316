// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AnswerPanel } from './answer-panel'
import type { Session } from './api'
import { session } from './session-fixture'

const call = vi.hoisted(() => vi.fn())
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
afterEach(cleanup)

function show(changes: Partial<Session>, now = '2026-08-26T12:00:00Z') {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AnswerPanel session={{ ...session, ...changes }} now={new Date(now)} />
    </QueryClientProvider>,
  )
}

const consent = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /I agree to be recorded/ })

it('sends the consent of a member who is going at once', async () => {
  call.mockResolvedValueOnce({ ...session, hasConsented: true })
  show({})
  fireEvent.click(consent() as HTMLInputElement)
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
  expect(call.mock.lastCall?.[1]).toMatchObject({ body: { answer: 'going', hasConsented: true } })
  expect(consent()?.checked).toBe(true)
})

it('shows the stored consent again if the change was not saved', async () => {
  call.mockRejectedValueOnce(new Error('busy'))
  show({ hasConsented: true })
  fireEvent.click(consent() as HTMLInputElement)
  await waitFor(() => expect(consent()?.checked).toBe(true))
  expect(call.mock.lastCall?.[1]).toMatchObject({ body: { answer: 'going', hasConsented: false } })
})

it('asks for the consent with the first answer, and not on the waiting list', () => {
  show({ state: 'none' })
  expect(consent()).not.toBeNull()
  cleanup()
  show({ state: 'waiting', queuePlace: 1 })
  expect(consent()).toBeNull()
})

const before = '2026-08-27T10:59:00Z'
const after = '2026-08-27T11:00:00Z' // the waiting list is closed

it('offers the waiting list of a full session until it is closed', () => {
  const full = { state: 'none', taken: 50 } as const
  show(full, before)
  expect(screen.getByText(/You can join the waiting list/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Join the waiting list' })).toBeTruthy()
  cleanup()
  show(full, after)
  expect(screen.getByText(/If a place becomes free, you can take it here/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /waiting list|coming/ })).toBeNull()
  cleanup()
  show({ state: 'none', taken: 49 }, after)
  expect(screen.getByRole('button', { name: 'I am coming' })).toBeTruthy()
})

it('says how many members had a place once the session is over', () => {
  const later = '2026-08-28T12:00:00Z'
  show({}, later)
  expect(screen.getByText('You had a place.')).toBeTruthy()
  cleanup()
  show({ state: 'none', taken: 1 }, later)
  expect(screen.getByText('1 person had a place.')).toBeTruthy()
})

it.each([
  ['others wait', { waiting: 2 }, before, /^2 members are waiting.*the end of the waiting list/],
  ['all places are taken and the waiting list is closed', { taken: 50 }, after, /^Another member can take your place/],
])('asks before a member gives up a place while %s', async (_, changes, now, warning) => {
  call.mockReset()
  call.mockResolvedValue({ ...session, state: 'cancelled' })
  show(changes, now)
  const leave = () => fireEvent.click(screen.getByRole('button', { name: 'I cannot come after all' }))
  leave()
  expect(screen.getByText(warning)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Keep the place' }))
  expect(call).not.toHaveBeenCalled()
  leave()
  fireEvent.click(screen.getByRole('button', { name: 'Give up the place' }))
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
})

it.each([
  ['no one waits', { taken: 50 }, before],
  ['other places are free and the waiting list is closed', { waiting: 2, taken: 49 }, after],
])('does not ask while %s', async (_, changes, now) => {
  call.mockReset()
  call.mockResolvedValue({ ...session, state: 'cancelled' })
  show(changes, now)
  fireEvent.click(screen.getByRole('button', { name: 'I cannot come after all' }))
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
})

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/api-error'
import type { Config } from '@/lib/api-types'
import { ConfigContext } from '@/lib/config'
import { CircleError, UnreadCircleRecord } from './circle-error'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
const nothing = { entitlement: 'none', conversations: 0, hasMentor: false, mentees: 0, sessions: 0, nextSession: null }
beforeEach(() => call.mockResolvedValue(nothing))
afterEach(cleanup)

const config = { nextSession: { id: 'one', title: 'An open evening', startsAt: '2026-12-05T13:00:00Z' } } as Config
const ended = new ApiError(403, 'Your membership has ended.', { membership: 'Your membership has ended.' })

function Page({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <ConfigContext value={config}>{children}</ConfigContext>
      </QueryClientProvider>
    </MemoryRouter>
  )
}

it('tells people without a membership what members get and which session is next, with one button', async () => {
  render(<CircleError title="Not loaded" error={ended} onRetry={() => {}} />, { wrapper: Page })
  expect(await screen.findByText(/Members meet in monthly sessions/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'This is for members' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'An open evening' }).getAttribute('href')).toBe('/sessions/one')
  expect(screen.getByText(/5 Dec 2026, 18:30 IST/)).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['An open evening', 'See the plans'])
})

it('tells people whose membership has ended what they have in the circle, with one button to renew', async () => {
  const nextSession = { title: 'Reading the audit report', startsAt: '2026-12-06T13:00:00Z' }
  call.mockResolvedValue({
    entitlement: 'lapsed',
    conversations: 3,
    hasMentor: true,
    mentees: 1,
    sessions: 2,
    nextSession,
  })
  render(<CircleError title="Not loaded" error={ended} onRetry={() => {}} />, { wrapper: Page })
  await screen.findByText(
    'In the circle you would return to 3 conversations, your mentor, 1 member whom you mentor and your places in 2 upcoming sessions.',
  )
  expect(screen.getByRole('heading', { name: 'Your membership has ended' })).toBeTruthy()
  expect(screen.getByText(/The next session is “Reading the audit report”/)).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Renew your membership'])
})

it.each([
  ['lapsed', 'Your membership has ended', 'Renew your membership'],
  ['revoked', 'Your membership has ended', 'Renew your membership'],
  ['upcoming', 'Your membership has not started yet', 'See your membership'],
])(
  'says what members get to people who have nothing in the circle and a membership that is %s',
  async (entitlement, title, button) => {
    call.mockResolvedValue({ ...nothing, entitlement })
    render(<CircleError title="Not loaded" error={ended} onRetry={() => {}} />, { wrapper: Page })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(/Members meet in monthly sessions/)).toBeTruthy()
    expect(screen.getByRole('link', { name: button })).toBeTruthy()
  },
)

it('opens the page for people whose membership has become active since it was loaded', async () => {
  call.mockResolvedValue({ ...nothing, entitlement: 'active' })
  const onRetry = vi.fn()
  render(<CircleError title="Not loaded" error={ended} onRetry={onRetry} />, { wrapper: Page })
  fireEvent.click(await screen.findByRole('button', { name: 'Open the page' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

it('says the same on the page of one record, as the heading of the page', async () => {
  const list = { label: 'All polls', to: '/circle/polls' }
  const show = (error: ApiError) =>
    render(<UnreadCircleRecord what="Consultation" error={error} onRetry={() => {}} list={list} />, {
      wrapper: Page,
    })
  show(ended)
  expect(await screen.findByRole('heading', { level: 1, name: 'This is for members' })).toBeTruthy()
  cleanup()
  show(new ApiError(404, 'This consultation was not found.', {}))
  expect(screen.getByRole('heading', { level: 1, name: 'Consultation not found' })).toBeTruthy()
})

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { GuestSection } from './guest-section'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))

const page = (query: string) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter initialEntries={[`/sessions/s1${query}`]}>
      <WithTexts pages={[builtInTexts('site'), builtInTexts('session')]}>
        <GuestSection id="s1" />
      </WithTexts>
    </MemoryRouter>
  </QueryClientProvider>
)

const guest = {
  sessionId: 's1',
  name: 'Vasudha Kelkar',
  queuePlace: 0,
  joinsAt: '2999-01-01T12:45:00Z',
  endsAt: '2999-01-01T14:30:00Z',
}

beforeEach(() => {
  call.mockImplementation(async (route: string) => ({
    ...guest,
    state: route.endsWith('/answer') ? 'going' : 'asked',
  }))
})
afterEach(() => {
  cleanup()
  call.mockReset()
})

it('opens the link without confirming, and confirms with a press', async () => {
  render(page('?token=t1'))
  const confirm = await screen.findByRole('button', { name: 'Yes, I will attend' })
  expect(call.mock.calls.map(([route]) => route)).toEqual(['POST /api/site/guests/look'])
  fireEvent.click(confirm)
  await screen.findByText('You have a place, Vasudha Kelkar')
  // The meeting opens 15 minutes before the start.
  expect(screen.queryByRole('button', { name: 'Join the meeting' })).toBeNull()
})

it('is rendered by the server as the form, with a link too', () => {
  expect(renderToStaticMarkup(page('?token=t1'))).toBe(renderToStaticMarkup(page('')))
  expect(call).not.toHaveBeenCalled()
})

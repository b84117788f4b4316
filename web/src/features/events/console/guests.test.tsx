// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OfficeSession } from './api'
import { Attendees } from './attendees'
import { Guests } from './guests'

const { callPage } = vi.hoisted(() => ({ callPage: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), callPage }))

const session = { id: 's1', startsAt: '2999-01-01T12:45:00Z' } as OfficeSession

/** The last page of a list that the screen has asked for. */
const lastQuery = (route: string) => callPage.mock.calls.findLast(([called]) => called === route)?.[1].query

beforeEach(() => {
  callPage.mockImplementation(async (route: string) => {
    const name = route.endsWith('guests') ? 'Vasudha' : 'Asha'
    const answer = { state: 'going', answeredAt: '2998-12-01T12:45:00Z' }
    return { rows: [{ id: 'r1', personId: 'p1', name, email: 'a@example.com', ...answer }], total: 120 }
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <Attendees session={session} />
        <Guests session={session} />
      </BrowserRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  callPage.mockReset()
})

it('shows the guests in pages, apart from the pages of the members', async () => {
  await screen.findByText('Vasudha')
  const pages = screen.getByRole('navigation', { name: 'Pages: Guests' })
  expect(pages.textContent).toContain('1–50 of 120')
  fireEvent.click(within(pages).getByRole('button', { name: 'Next' }))
  expect(await within(pages).findByText('51–100 of 120')).toBeTruthy()
  expect(lastQuery('GET /api/events/{id}/guests')).toEqual({ page: 2, perPage: 50 })
  expect(lastQuery('GET /api/events/{id}/attendees')).toEqual({ page: 1, perPage: 50 })
})

it('filters the guests apart from the members', async () => {
  await screen.findByText('Vasudha')
  fireEvent.change(screen.getByLabelText('Answer of guests'), { target: { value: 'asked' } })
  expect(lastQuery('GET /api/events/{id}/guests')).toEqual({ state: 'asked', page: 1, perPage: 50 })
  expect(lastQuery('GET /api/events/{id}/attendees')).toEqual({ page: 1, perPage: 50 })
})

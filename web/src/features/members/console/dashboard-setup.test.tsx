// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { DashboardSetup } from './dashboard-setup'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
afterEach(cleanup)

it('asks before the checklist is dismissed for good', async () => {
  const lines = [
    { task: 'name', isDone: true },
    { task: 'tax', isDone: false },
  ]
  call.mockImplementation(async (route: string) =>
    route === 'GET /api/admin/access' ? { role: 'owner', routes: ['GET /api/admin/setup'] } : { lines },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <DashboardSetup />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const isDismissed = () => call.mock.calls.some(([route]) => route === 'POST /api/admin/setup/dismiss')
  fireEvent.click(await screen.findByText('Dismiss for good'))
  expect(screen.getByText(/1 task is not done yet/)).toBeTruthy()
  expect(isDismissed()).toBe(false)
  fireEvent.click(screen.getByText('Dismiss'))
  await waitFor(() => expect(isDismissed()).toBe(true))
})

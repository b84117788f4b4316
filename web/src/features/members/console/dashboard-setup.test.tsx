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
    { task: 'name', isDone: true, samples: [] },
    { task: 'tax', isDone: false, samples: [] },
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

it('proposes modules, and accepts the proposal with one press', async () => {
  const module = (id: string, isProposed: boolean) => ({ id, name: id, sentence: `Adds ${id}.`, isProposed })
  const answers: Record<string, unknown> = {
    'GET /api/admin/access': { role: 'owner', routes: ['GET /api/admin/setup', 'PUT /api/admin/modules'] },
    'GET /api/admin/setup': { lines: [{ task: 'modules', isDone: false, samples: [] }] },
    'GET /api/admin/modules': [module('sessions', true), module('board-seats', false), module('library', true)],
  }
  call.mockImplementation(async (route: string) => answers[route])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <DashboardSetup />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByText('Use these modules'))
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('PUT /api/admin/modules', { body: { modules: ['sessions', 'library'] } }),
  )
  for (const id of ['sessions', 'library']) fireEvent.click(screen.getByRole('checkbox', { name: id }))
  expect(screen.getByText('Continue without modules')).toBeTruthy()
})

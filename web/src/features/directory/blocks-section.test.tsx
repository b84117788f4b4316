// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { BlocksSection } from './blocks-section'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
afterEach(cleanup)

it('reports a person whom the member has blocked', async () => {
  call.mockImplementation(async (route: string) =>
    route === 'GET /api/blocks'
      ? [{ id: 'p1', name: 'Bina Shah', createdAt: '2026-08-20T12:00:00.000Z' }]
      : { id: 'report', decideBy: '2026-08-27T12:00:00.000Z' },
  )
  const router = createMemoryRouter([{ path: '/', element: <BlocksSection /> }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /^Report/ }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'harassment' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send the report' }))
  await screen.findByText(/The office decides by/)
  expect(call).toHaveBeenCalledWith('POST /api/reports', {
    body: expect.objectContaining({ subject: 'profile', subjectId: 'p1', reason: 'harassment' }),
  })
})

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { BulkAction } from '@/lib/api-types'
import { BulkPage } from './bulk-page'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
afterEach(cleanup)

const grant: BulkAction = {
  id: 'one',
  action: 'grant',
  tag: '',
  subject: '',
  tierName: 'Lifetime Membership',
  actor: 'asha',
  startedAt: '2026-08-10T12:00:00.000Z',
  finishedAt: '',
  waiting: 13,
  done: 0,
  failed: 0,
  leftOut: 0,
  awaitsApproval: true,
  problems: [],
  canUndo: false,
  undoneBy: '',
}

function show(bulk: BulkAction) {
  call.mockResolvedValue(bulk)
  const router = createMemoryRouter([{ path: '/bulk/:id', Component: BulkPage }], { initialEntries: ['/bulk/one'] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

it('says that an action waits for a second admin, and leads to the approvals', async () => {
  show(grant)
  expect(await screen.findByText('Waiting for a second administrator')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Approvals' }).getAttribute('href')).toBe('/admin/approvals?state=waiting')
  expect(screen.queryByText('It continues if you leave this page.')).toBeNull()
})

it('says that a started action continues', async () => {
  show({ ...grant, awaitsApproval: false })
  expect(await screen.findByText('It continues if you leave this page.')).toBeTruthy()
  expect(screen.queryByText('Waiting for a second administrator')).toBeNull()
})

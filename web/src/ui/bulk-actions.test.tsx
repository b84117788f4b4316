// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/api-error'
import type { Selection } from '@/lib/selection'
import { BulkActions } from './bulk-actions'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
afterEach(cleanup)

const selection = { size: 1, isAll: false, ids: new Set(['one']), clear: () => {}, selectAll: () => {} }

it('can only be closed once a second admin must confirm the action', async () => {
  const preview = {
    count: 1,
    selected: 1,
    names: ['Asha Rao'],
    leftOut: [],
    password: false,
    value: '0',
    isSecondAdminRequired: true,
  }
  call.mockImplementation(async (route: string) => {
    if (route === 'POST /api/bulk-actions/preview') return preview
    throw new ApiError(202, 'A second administrator must confirm this under Approvals.')
  })
  const page = (
    <BulkActions
      list={{ total: 1, query: {} }}
      selection={selection as unknown as Selection}
      listName="paid"
      shown={1}
    />
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Tag…' }))
  await user.type(screen.getByRole('textbox', { name: 'Tag' }), 'speaker')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('A second administrator must confirm it before anything happens.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Tag 1 person' }))
  expect(await screen.findByText('Waiting for a second administrator')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Tag 1 person' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { Automation } from './api'
import { automationQuery } from './api'
import { DelayForm } from './automation-editor'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
afterEach(cleanup)

const withDelay = (delayHours: number) =>
  ({ id: 'one', delayHours, minDelayHours: 1, maxDelayHours: 99, version: `of ${delayHours}` }) as Automation

function Page() {
  const { data } = useQuery({ ...automationQuery('one'), staleTime: Number.POSITIVE_INFINITY })
  return data && <DelayForm automation={data} />
}

function show() {
  const client = new QueryClient()
  const store = (automation: Automation) => act(() => client.setQueryData(automationQuery('one').queryKey, automation))
  store(withDelay(24))
  const router = createMemoryRouter([{ path: '/', element: <Page /> }])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox')
  return { user: userEvent.setup({ delay: null }), store, delay: () => field.value, field }
}

it('shows the delay that another admin has stored, unless a delay is typed', async () => {
  const { user, store, delay, field } = show()
  store(withDelay(30))
  await waitFor(() => expect(delay()).toBe('30'))
  await user.clear(field)
  await user.type(field, '36')
  store(withDelay(40))
  expect(delay()).toBe('36')
  call.mockImplementation(() => new Promise(() => {}))
  await user.click(screen.getByRole('button', { name: 'Save delay' }))
  // The form is based on the version that it has shown, so the server refuses it.
  expect(call).toHaveBeenCalledWith('PUT /api/automations/{id}', {
    path: { id: 'one' },
    body: { delayHours: '36', version: 'of 30' },
  })
})

it('keeps a delay that is typed while another one is saved', async () => {
  const { user, delay, field } = show()
  let answer: (automation: Automation) => void = () => {}
  call.mockImplementation(
    () =>
      new Promise<Automation>((resolve) => {
        answer = resolve
      }),
  )
  await user.clear(field)
  await user.type(field, '3')
  await user.click(screen.getByRole('button', { name: 'Save delay' }))
  await user.type(field, '6')
  await act(async () => answer(withDelay(3)))
  await screen.findByRole('button', { name: 'Save delay' })
  expect(delay()).toBe('36')
  await user.click(screen.getByRole('button', { name: 'Save delay' }))
  expect(call).toHaveBeenLastCalledWith('PUT /api/automations/{id}', {
    path: { id: 'one' },
    body: { delayHours: '36', version: 'of 3' },
  })
})

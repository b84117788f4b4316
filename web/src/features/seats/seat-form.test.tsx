// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { consolePaths } from '@/lib/console-paths'
import { paths } from '@/lib/paths'
import { NewPage as NewOfficePage } from './console/new-page'
import { NewPage } from './new-page'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
afterEach(cleanup)

/** Shows a page with the form of a new board seat, fills it in and sends it. The page of the seat loads slowly. */
async function send(address: string, next: string, Page: () => React.ReactNode) {
  let answer = (_: { id: string }) => {}
  call.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  let load = (_: () => string) => {}
  const page = new Promise<() => string>((resolve) => (load = resolve))
  const router = createMemoryRouter(
    [
      { path: address, Component: Page },
      { path: next, lazy: { Component: () => page } },
      { path: '*', element: 'another page' },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup({ delay: null })
  await user.type(screen.getByLabelText('Role'), 'Chair')
  await user.type(screen.getByLabelText(/^Company/), 'Acme')
  await user.selectOptions(screen.getByLabelText(/^Sector/), 'energy')
  await user.type(screen.getByLabelText(/^City/), 'Pune')
  await user.type(screen.getByLabelText(/^Last day/), '2099-12-31')
  await user.type(screen.getByLabelText(/^Description/), 'The board of a listed company looks for a chair.')
  await user.click(screen.getByRole('button', { name: /Send to the office|Post/ }))
  await screen.findByText('Saving…')
  return { user, router, answer: (id: string) => answer({ id }), load: () => load(() => 'the page of the seat') }
}

const pages = [
  ['a member', paths.circleNewSeat, paths.circleSeat, NewPage],
  ['the office', consolePaths.newBoardSeat, consolePaths.boardSeat, NewOfficePage],
] as const

it.each(pages)('the form of %s takes no text after it was saved', async (_who, address, next, Page) => {
  const { answer, load } = await send(address, next, Page)
  await act(async () => answer('s1'))
  expect(screen.queryByLabelText('Role')).toBeNull()
  load()
  await screen.findByText('the page of the seat')
})

it('asks before a link is followed while the form is sent', async () => {
  const { user, router } = await send(paths.circleNewSeat, paths.circleSeat, NewPage)
  await act(() => router.navigate('/elsewhere'))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByText('another page')
})

// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { List } from '@/lib/list'
import { ListToolbar } from './list-toolbar'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Rows() {
  const [params, setParams] = useSearchParams()
  const list = {
    search: params.get('search') ?? '',
    setSearch: (search: string) => setParams({ search }),
    asOf: 0,
    isFetching: false,
    isPlaceholderData: false,
    refresh: () => {},
  } as unknown as List<object>
  return (
    <>
      <ListToolbar list={list} />
      <Link to="/row">A row</Link>
    </>
  )
}

function open() {
  let finish = () => {}
  const loading = new Promise<void>((resolve) => {
    finish = resolve
  })
  const router = createMemoryRouter([
    { path: '/', Component: Rows },
    { path: '/row', loader: () => loading.then(() => null), element: <p>The row</p> },
  ])
  render(<RouterProvider router={router} />)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'asha' } })
  return { router, finish }
}

it('puts the search into the address after a pause', async () => {
  const { router } = open()
  expect(router.state.location.search).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(router.state.location.search).toBe('?search=asha')
})

it('opens the pressed row although a search is pending while its page is being loaded', async () => {
  const { router, finish } = open()
  fireEvent.click(screen.getByText('A row'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  finish()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(router.state.location.pathname).toBe('/row')
  expect(screen.getByText('The row')).toBeTruthy()
})

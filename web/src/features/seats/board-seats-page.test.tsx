// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { BoardSeatsPage } from './board-seats-page'

vi.mock('@/lib/api', async (original) => ({
  ...(await original<object>()),
  call: () => new Promise(() => {}),
  callPage: () => new Promise(() => {}),
}))
afterEach(cleanup)

// Who reads an interest depends on the board seat: only the office does if it is confidential or posted by the office.
it('does not say for all board seats who reads an interest', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <BoardSeatsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByText(/the board seat says who sees your name and your note/)).toBeTruthy()
  expect(screen.queryByText(/goes to the person who posted/)).toBeNull()
})

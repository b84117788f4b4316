// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { IntroductionsPage } from './introductions-page'

vi.mock('@/lib/api', async (original) => ({
  ...(await original<object>()),
  call: () => new Promise(() => {}),
  callPage: () => new Promise(() => {}),
}))
afterEach(cleanup)

it('says that the office reads a message that is reported', () => {
  const router = createMemoryRouter([{ path: '*', Component: IntroductionsPage }])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(screen.getByText(/except a message that one of the two reports/)).toBeTruthy()
})

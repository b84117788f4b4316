// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { areas } from '@/lib/areas'
import { newMutationCache } from '@/lib/mutation-cache'
import type { Report } from './api'
import { ReportPage } from './report-page'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/lib/api', async (original) => ({ ...(await original<object>()), call }))
vi.mock('@/lib/admin-access', async (original) => ({ ...(await original<object>()), useMay: () => () => true }))
afterEach(cleanup)

const report = {
  id: 'r1',
  subject: 'profile',
  reason: 'spam',
  state: 'open',
  otherId: 'p1',
  otherName: 'Padma Reddy',
  createdAt: '2026-08-01T12:00:00Z',
  decideBy: '2026-08-02T12:00:00Z',
} as Report

let answerMenu = () => {}

/** Another query of the console, which is read again after each change. */
function Menu() {
  useQuery({
    queryKey: [...areas.console, 'menu'],
    queryFn: () => new Promise((resolve) => (answerMenu = () => resolve(0))),
  })
  return null
}

it('does not ask whether to lift the suspension as soon as the content is removed', async () => {
  call.mockImplementation(async (route: string) => {
    if (route.startsWith('POST'))
      Object.assign(report, {
        state: 'decided',
        decision: 'content-removed',
        decidedAt: report.createdAt,
        canReverse: true,
      })
    return { ...report }
  })
  render(
    <QueryClientProvider client={new QueryClient({ mutationCache: newMutationCache() })}>
      <Menu />
      <MemoryRouter initialEntries={['/r1']}>
        <Routes>
          <Route path="/:id" element={<ReportPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  answerMenu()
  fireEvent.click(await screen.findByRole('button', { name: 'Decide' }))
  fireEvent.change(screen.getByLabelText(/^Decision/), { target: { value: 'content-removed' } })
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'We have read it.' } })
  fireEvent.change(screen.getByLabelText(/^Message/), { target: { value: 'Please write about your work.' } })
  const [, decide] = screen.getAllByText('Decide', { selector: 'button' })
  fireEvent.click(decide as HTMLElement)
  await screen.findByText('Lift the suspension')
  await act(async () => answerMenu())
  expect(screen.queryByText('Lift the suspension?')).toBeNull()
})

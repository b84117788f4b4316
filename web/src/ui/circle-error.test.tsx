// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '@/lib/api-error'
import type { Config } from '@/lib/api-types'
import { ConfigContext } from '@/lib/config'
import { CircleError, UnreadCircleRecord } from './circle-error'

afterEach(cleanup)

it('tells people without a membership what members get and which session is next, with one button', () => {
  const config = { nextSession: { id: 'one', title: 'An open evening', startsAt: '2026-12-05T13:00:00Z' } } as Config
  const error = new ApiError(403, 'Your membership has ended.', { membership: 'Your membership has ended.' })
  render(
    <MemoryRouter>
      <ConfigContext value={config}>
        <CircleError title="Not loaded" error={error} onRetry={() => {}} />
      </ConfigContext>
    </MemoryRouter>,
  )
  expect(screen.getByText(/Members meet in monthly sessions/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'An open evening' }).getAttribute('href')).toBe('/sessions/one')
  expect(screen.getByText(/5 Dec 2026, 18:30 IST/)).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['An open evening', 'See the plans'])
})

it('says the same on the page of one record, as the heading of the page', () => {
  const list = { label: 'All polls', to: '/circle/polls' }
  const show = (error: ApiError) =>
    render(<UnreadCircleRecord what="Consultation" error={error} onRetry={() => {}} list={list} />, {
      wrapper: MemoryRouter,
    })
  show(new ApiError(403, 'Your membership has ended.', { membership: 'Your membership has ended.' }))
  expect(screen.getByRole('heading', { level: 1, name: 'This is for members' })).toBeTruthy()
  cleanup()
  show(new ApiError(404, 'This consultation was not found.', {}))
  expect(screen.getByRole('heading', { level: 1, name: 'Consultation not found' })).toBeTruthy()
})

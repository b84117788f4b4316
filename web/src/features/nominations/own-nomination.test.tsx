// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'jotai'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { call } from '@/lib/api'
import { ApiError } from '@/lib/api-error'
import type { SessionUser } from '@/lib/api-types'
import { useSetSessionUser } from '@/lib/session'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import type { OwnNominationDetail } from './api'
import { NominationForm } from './nomination-form'
import { NominationPage } from './nomination-page'
import { OwnNominationNotice } from './own-nomination'

vi.mock('@/lib/api', async (original) => ({ ...(await original<typeof import('@/lib/api')>()), call: vi.fn() }))

const server = vi.mocked(call as (route: string) => Promise<unknown>)

const member: SessionUser = {
  id: 'u1',
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+912240001234',
  location: 'Mumbai',
  requestType: 'membership',
  isAdmin: false,
  isActive: true,
  isMember: true,
  modules: [],
  isVerified: true,
  createdAt: '2026-01-01T00:00:00Z',
}

const detail = {
  status: 'approved',
  next: [],
  steps: [],
  answers: { areasOfExpertise: [], email: member.email, phone: member.phone },
  createdAt: '2026-11-19T10:00:00Z',
  decidedAt: '2026-11-20T10:00:00Z',
  hasAccount: true,
} as unknown as OwnNominationDetail

let setUser: (user: SessionUser) => void

function Page() {
  setUser = useSetSessionUser()
  return (
    <>
      <NominationForm />
      <OwnNominationNotice />
      <NominationPage />
    </>
  )
}

afterEach(cleanup)

const approved = { status: 'approved', isApproved: true }

/** Shows an approved nomination on the three parts of the page. */
async function show(user: SessionUser, answers: Record<string, unknown> = {}) {
  const all: Record<string, unknown> = {
    'GET /api/nominations/mine': approved,
    'POST /api/nominations/mine/details': detail,
    ...answers,
  }
  server.mockImplementation(async (route) => {
    if (route in all) return all[route]
    throw new ApiError(404, 'This was not found.')
  })
  const router = createMemoryRouter([{ path: '/', element: <Page /> }])
  render(
    <Provider>
      <WithTexts pages={[builtInTexts('nomination'), builtInTexts('own-nomination'), builtInTexts('site')]}>
        <RouterProvider router={router} />
      </WithTexts>
    </Provider>,
  )
  await act(async () => setUser(user))
}

const expectThree = (text: string) => waitFor(() => expect(screen.getAllByText(text)).toHaveLength(3))

it('an approved nomination does not ask a member to choose a plan', async () => {
  await show(member)
  await expectThree('You are a member of the circle.')
  expect(screen.queryByText(/choose a membership plan/)).toBeNull()
})

it('an approved nomination asks a person without a membership to choose a plan', async () => {
  await show({ ...member, isMember: false }, { 'GET /api/user/circle': { entitlement: 'none' } })
  await expectThree('You are invited. You can now choose a membership plan.')
})

it('an approved nomination does not ask a person whose membership starts later to choose a plan', async () => {
  await show({ ...member, isMember: false }, { 'GET /api/user/circle': { entitlement: 'upcoming' } })
  await expectThree('Your membership starts later. You don’t need to do anything until then.')
  expect(screen.queryByText(/choose a membership plan/)).toBeNull()
})

it('an approved nomination asks for nothing until the membership is known', async () => {
  let answer = (_: unknown) => {}
  await show({ ...member, isMember: false }, { 'GET /api/user/circle': new Promise((resolve) => (answer = resolve)) })
  await screen.findByRole('heading', { level: 1, name: 'Your nomination has been approved' })
  await waitFor(() => expect(server).toHaveBeenCalledWith('GET /api/user/circle', expect.anything()))
  expect(screen.queryByText(/choose a membership plan/)).toBeNull()
  await act(async () => answer({ entitlement: 'none' }))
  await expectThree('You are invited. You can now choose a membership plan.')
})

// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { call } from '@/lib/api'
import { ApiError } from '@/lib/api-error'
import type { SessionUser } from '@/lib/api-types'
import { useSetSessionUser } from '@/lib/session'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import { MembershipPlansPage } from './membership-plans-page'

vi.mock('@/lib/api', async (original) => ({ ...(await original<typeof import('@/lib/api')>()), call: vi.fn() }))

const server = vi.mocked(call as (route: string) => Promise<unknown>)

const user: SessionUser = {
  id: 'u1',
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+912240001234',
  location: 'Mumbai',
  requestType: 'membership',
  isAdmin: false,
  isActive: true,
  isMember: false,
  createdAt: '2026-01-01T00:00:00Z',
}

const tier = {
  id: 't1',
  name: 'Founding Circle',
  slug: 'founding-circle',
  description: 'For directors.',
  price: '25000',
  currency: 'INR',
  duration: 'annual',
  renews: false,
  features: ['Sessions'],
  screens: [],
  isActive: true,
  isApprovalRequired: true,
  breakdown: {
    baseAmount: '25000',
    discountAmount: '0',
    taxableAmount: '25000',
    gstRate: 18,
    gstAmount: '4500',
    totalAmount: '29500',
  },
  buttonText: 'Join',
  buttonColor: '#0052CC',
}

const term = { tierId: 't1', tierName: 'Founding Circle', startsAt: '2027-01-01T00:00:00Z' }

let setUser: (user: SessionUser) => void

function Page() {
  setUser = useSetSessionUser()
  return <MembershipPlansPage />
}

async function show(user: SessionUser, state: string) {
  const answers: Record<string, unknown> = {
    'GET /api/membership-tiers': [tier],
    'GET /api/nominations/mine': { status: 'approved', isApproved: true },
    'GET /api/memberships/mine': {
      membership: null,
      entitlement: { state, ...(state !== 'none' && term) },
      subscription: null,
      transactions: [],
    },
  }
  server.mockImplementation(async (route) => {
    if (route in answers) return answers[route]
    throw new ApiError(404, 'This was not found.')
  })
  const router = createMemoryRouter([{ path: '/', element: <Page /> }])
  render(
    <Provider>
      <WithTexts pages={[builtInTexts('plans'), builtInTexts('checkout'), builtInTexts('site')]}>
        <RouterProvider router={router} />
      </WithTexts>
    </Provider>,
  )
  await act(async () => setUser(user))
  await screen.findByRole('heading', { name: 'Founding Circle' })
}

afterEach(cleanup)

const approved = 'Your nomination has been approved. Please choose your plan.'

it('asks a person whose nomination is approved to choose a plan', async () => {
  await show(user, 'none')
  await screen.findByText(approved)
})

it.each([
  ['a member', { ...user, isMember: true }, 'active'],
  ['a person whose membership starts later', user, 'upcoming'],
] as const)('shows %s no notice about the approval', async (_who, user, state) => {
  await show(user, state)
  await vi.waitFor(() => expect(server).toHaveBeenCalledWith('GET /api/memberships/mine', expect.anything()))
  await act(async () => {})
  expect(screen.queryByText(approved)).toBeNull()
  expect(screen.queryByText('Membership is by invitation')).toBeNull()
})

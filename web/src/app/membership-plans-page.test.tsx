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
  modules: [],
  isVerified: true,
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

const approval = { status: 'approved', isApproved: true }

async function show(user: SessionUser, state: string, nomination = approval, isApprovalRequired = true) {
  await open(user, state, nomination, [{ ...tier, isApprovalRequired }])
  await screen.findByRole('heading', { name: 'Founding Circle' })
}

async function open(user: SessionUser, state: string, nomination: typeof approval, tiers: (typeof tier)[]) {
  const answers: Record<string, unknown> = {
    'GET /api/membership-tiers': tiers,
    'GET /api/nominations/mine': nomination,
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
  await waitFor(() => expect(server).toHaveBeenCalledWith('GET /api/memberships/mine', expect.anything()))
  await act(async () => {})
  expect(screen.queryByText(approved)).toBeNull()
  expect(screen.queryByText('Membership is by invitation')).toBeNull()
})

it('shows an account that was not approved that it must apply first', async () => {
  await show(user, 'none', { status: 'none', isApproved: false })
  await screen.findByRole('button', { name: /^Send your nomination first/ })
  expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
})

const choose = /one of these plans/

it('asks people to choose one of the plans', async () => {
  await show(user, 'none', approval, false)
  expect(screen.getByText(choose)).toBeTruthy()
})

it('asks no one to choose a plan before there is one', async () => {
  await open(user, 'none', approval, [])
  await screen.findByText('Membership Plans Coming Soon')
  expect(screen.queryByText(choose)).toBeNull()
})

it.each([
  ['a member', { ...user, isMember: true }, 'active'],
  ['a person whose membership starts later', user, 'upcoming'],
] as const)('does not ask %s to become a member', async (_who, user, state) => {
  await show(user, state)
  await waitFor(() => expect(screen.queryByText(choose)).toBeNull())
})

it('says nothing about an invitation if anyone who is signed in may buy', async () => {
  await show(user, 'none', { status: 'none', isApproved: false }, false)
  expect(screen.getByRole('button', { name: /^Join/ })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/invit/i)
})

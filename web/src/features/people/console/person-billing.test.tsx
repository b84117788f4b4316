// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { call } from '@/lib/api'
import { ApiError } from '@/lib/api-error'
import { Toasts } from '@/ui/toasts'
import type { Person, PersonMandate } from './api'
import { PersonBilling } from './person-billing'

vi.mock('@/lib/api', async (original) => ({ ...(await original<typeof import('@/lib/api')>()), call: vi.fn() }))
type Sent = { path?: Record<string, string>; body?: Record<string, unknown> }

const server = vi.mocked(call as (route: string, request?: Sent) => Promise<unknown>)

// jsdom does not implement dialogs.

afterEach(cleanup)

const mandate: PersonMandate = {
  state: 'active',
  tierId: 'tier1',
  tierName: 'Monthly circle',
  duration: 'monthly',
  amount: '708',
  currency: 'INR',
  nextChargeAt: '2026-09-03T06:30:00.000Z',
  currentEnd: '2026-09-03T06:30:00.000Z',
  cancelAtPeriodEnd: false,
  isCancelConfirmed: false,
  arrears: '0',
  cancelRequestedAt: null,
  cancelReason: '',
}

const cancelled = { cancelRequestedAt: '2026-08-04T06:30:00.000Z', cancelAtPeriodEnd: true, nextChargeAt: null }

function personWith(changes: Partial<PersonMandate> | null): Person {
  const billing = {
    mandate: changes && { ...mandate, ...changes },
    billing: {
      legalName: 'Rao Holdings',
      address: '1 Marine Drive',
      pin: '400001',
      state: '27',
      gstin: '27AAPFU0939F1ZV',
    },
    documents: [
      {
        id: 'doc1',
        title: 'Tax invoice',
        number: 'BC/26-27/000001',
        issuedAt: '2026-08-03T06:30:00.000Z',
        total: '708',
        currency: 'INR',
        isAwaitingIRN: false,
        transactionId: 't1',
        tierName: 'Monthly circle',
        paidAt: '2026-08-03T06:30:00.000Z',
      },
    ],
  }
  return { id: 'user1', name: 'Asha Rao', email: 'asha@example.com', billing } as unknown as Person
}

function show(changes: Partial<PersonMandate> | null) {
  render(
    <Provider>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <PersonBilling person={personWith(changes)} />
        </MemoryRouter>
        <Toasts />
      </QueryClientProvider>
    </Provider>,
  )
  return screen.getByRole('region', { name: 'Mandate and billing' }).textContent ?? ''
}

it('shows the mandate, the arrears, the GSTIN and the documents', () => {
  const text = show({ state: 'pending', arrears: '708' })
  expect(text).toContain('Monthly circle, ₹708 a month')
  expect(text).toContain('Charge failed, retrying')
  expect(text).toContain('Arrears₹708')
  expect(text).toContain('Rao Holdings, 1 Marine Drive, 400001, Maharashtra')
  expect(text).toContain('27AAPFU0939F1ZV')
  const link = screen.getByRole('link', { name: 'Tax invoice BC/26-27/000001' })
  expect(link.getAttribute('href')).toBe('/api/documents/doc1')
})

it('says that nothing renews without a mandate, and offers no cancellation', () => {
  expect(show(null)).toContain('No mandate, so nothing renews automatically.')
  expect(screen.queryByRole('button', { name: 'Cancel renewal' })).toBeNull()
})

it('shows a cancellation instead of the button', () => {
  const text = show({ ...cancelled, cancelReason: 'member', isCancelConfirmed: true })
  expect(text).toContain('Cancelled on 4 Aug 2026 by the member')
  expect(text).toContain('Razorpay has confirmed it')
  expect(text).toContain('Paid until3 Sep 2026')
  expect(text).toContain('Ending')
  expect(text).not.toContain('Active')
  expect(text).not.toContain('Next charge')
  expect(screen.queryByRole('button', { name: 'Cancel renewal' })).toBeNull()
})

it('says that a cancellation is not confirmed yet', () =>
  expect(show({ ...cancelled, cancelReason: 'office' })).toContain('Razorpay has not confirmed it yet'))

async function cancel(changes: Partial<PersonMandate> = {}) {
  const user = userEvent.setup({ delay: null })
  show(changes)
  await user.click(screen.getByRole('button', { name: 'Cancel renewal' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel the renewal of Asha Rao?' })
  const effect = dialog.textContent ?? ''
  await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'She asked us on the phone')
  await user.type(within(dialog).getByLabelText(/^Current password/), 'Bay of Bengal 22')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel renewal' }))
  return effect
}

it('states the effect, sends the reason and the password, and reports the result', async () => {
  server.mockResolvedValue({ ...mandate, ...cancelled, isCancelConfirmed: true })
  expect(await cancel()).toContain('The membership of Asha Rao runs until 3 Sep 2026 and then ends.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [route, request] = server.mock.calls[0] ?? []
  expect(route).toBe('POST /api/members/{id}/mandate/cancel')
  expect(request?.path).toEqual({ id: 'user1' })
  expect(request?.body).toMatchObject({ reason: 'She asked us on the phone', password: 'Bay of Bengal 22' })
  expect(screen.getByText('The renewal was cancelled')).toBeTruthy()
})

it('says that a mandate without a running period ends immediately', async () => {
  server.mockResolvedValue({ ...mandate, ...cancelled, isCancelConfirmed: false })
  expect(await cancel({ state: 'pending' })).toContain('The mandate ends immediately')
  expect(await screen.findByText(/Razorpay has not confirmed the cancellation yet/)).toBeTruthy()
})

it('tells a second admin that the renewal was already cancelled', async () => {
  server.mockRejectedValue(new ApiError(409, 'The renewal was already cancelled on 4 Aug 2026 (by the office).'))
  await cancel()
  const alert = await screen.findByText(/already cancelled on 4 Aug 2026/)
  expect(alert).toBeTruthy()
  expect(screen.getByText('The renewal was not cancelled')).toBeTruthy()
})

// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AuthPage } from '@/features/accounts/auth-page'
import { ConfirmEmailPage } from '@/features/accounts/confirm-email-page'
import { ForgotPasswordPage } from '@/features/accounts/forgot-password-page'
import { ResetPasswordPage } from '@/features/accounts/reset-password-page'
import { SeatPage } from '@/features/accounts/seat-page'
import type { OwnNominationDetail } from '@/features/nominations/api'
import { DraftLine, DraftStatus } from '@/features/nominations/draft-notices'
import { NominationForm } from '@/features/nominations/nomination-form'
import { NominationPage } from '@/features/nominations/nomination-page'
import { ByInvitation } from '@/features/nominations/own-nomination'
import type { CheckoutState } from '@/features/payments/checkout'
import { Confirming } from '@/features/payments/confirming'
import type { CheckoutFailure, CheckoutOptions } from '@/features/payments/razorpay'
import { RenewPage } from '@/features/payments/renew-page'
import { call } from '@/lib/api'
import { ApiError } from '@/lib/api-error'
import type { SessionUser, Tier } from '@/lib/api-types'
import { useSetSessionUser } from '@/lib/session'
import { type PageName, type PageTexts, useTexts, WordsContext } from '@/lib/texts'
import { builtInTexts, textPages, WithTexts } from '@/lib/texts-fixture'
import { Toasts } from '@/ui/toasts'
import { Gate } from './gate'
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

/** What the server or the visitor provides. It is not a text of the page. */
const given = 'Given'

const detail = {
  id: 'n1',
  version: 1,
  status: 'info_requested',
  next: ['answer', 'amend', 'withdraw', 'reopen'],
  steps: [
    { step: 'ask', words: given, at: '2026-11-20T10:00:00Z' },
    { step: 'answer', words: given, at: '2026-11-21T10:00:00Z' },
  ],
  answers: {
    ...Object.fromEntries(['name', 'email', 'phone', 'city', 'currentDesignation'].map((name) => [name, given])),
    companyName: given,
    currentBoards: given,
    whyInterested: given,
    industry: 'energy',
    yearsOfExperience: '10+',
    directorType: 'independent',
    numberOfBoards: '2',
    howDidYouHear: 'linkedin',
    preferredMeetingFormat: 'virtual',
    areasOfExpertise: ['finance'],
    state: '',
    country: '',
    linkedinUrl: '',
    previousBoardExperience: '',
  },
  createdAt: '2026-11-19T10:00:00Z',
  decidedAt: '',
  pausedAt: '',
  dueAt: '2026-11-21T10:00:00Z',
  secondsLeft: 60,
  hasAccount: false,
} as unknown as OwnNominationDetail

const seat = {
  state: 'open',
  company: given,
  tierName: given,
  duration: 'annual',
  restEndsAt: '',
  email: 'else@example.com',
  name: given,
  hasAccount: true,
  expiresAt: '2026-12-01T00:00:00Z',
}

const breakdown = {
  baseAmount: '25000',
  discountAmount: '0',
  taxableAmount: '25000',
  gstRate: 18,
  gstAmount: '4500',
  totalAmount: '29500',
}

const tier = {
  id: 't1',
  name: given,
  slug: 'one',
  description: given,
  price: '25000',
  currency: 'INR',
  duration: 'annual',
  renews: false,
  features: [given],
  screens: [],
  isActive: true,
  isApprovalRequired: false,
  breakdown,
  buttonText: given,
  buttonColor: '#0052CC',
} as unknown as Tier

const quote = {
  breakdown,
  currency: 'INR',
  taxes: [{ name: given, rate: 18, amount: '4500' }],
  renews: false,
  mandate: '',
  isAddressRequired: true,
}

const order = {
  orderId: 'order_1',
  keyId: 'rzp_test_1',
  amount: 2950000,
  currency: 'INR',
  customer: { name: given, email: 'asha@example.com', contact: '' },
  notes: { transactionId: 'x1' },
  breakdown,
}

const noMembership = { membership: null, entitlement: { state: 'none' }, subscription: null, transactions: [] }

const billing = {
  kind: 'individual',
  legalName: '',
  gstin: '',
  address: 'A',
  state: '27',
  pin: '400001',
  country: 'IN',
}

/** The answers of the server to a buyer. */
const shop = {
  'GET /api/membership-tiers': [tier],
  'GET /api/memberships/mine': noMembership,
  'GET /api/billing-profile': billing,
  'POST /api/payments/quote': quote,
  'POST /api/payments/create-order': order,
  'POST /api/payments/verify': { status: 'completed' },
}

const receipt = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'x' }

let checkout: CheckoutOptions
let failPayment: (failure: CheckoutFailure) => void

class FakeRazorpay {
  constructor(options: CheckoutOptions) {
    checkout = options
  }
  on(_: string, listener: typeof failPayment) {
    failPayment = listener
  }
  open() {}
}

/** Shows the form of a purchase, with further answers of the server. */
async function openPurchase(answers: Record<string, unknown> = {}) {
  answer({ ...shop, ...answers })
  const visitor = await open('/membership-plans?tierId=t1', <MembershipPlansPage />, user)
  await screen.findByText(starts('Invoice to'))
  await screen.findByText(starts('Membership fee'))
  return visitor
}

/** Opens the checkout of the provider for a purchase. */
async function openCheckout(answers: Record<string, unknown> = {}) {
  const visitor = await openPurchase(answers)
  await press(visitor, 'Proceed to Payment')
  await screen.findByText(starts('Order Created'))
}

let setUser: (user: SessionUser | null) => void

function Site({ children }: { children: ReactNode }) {
  setUser = useSetSessionUser()
  return <WordsContext value={useTexts('site').group('form')}>{children}</WordsContext>
}

/** Shows a page to an editor. */
async function open(path: string, page: ReactNode, signedIn: SessionUser | null = null) {
  const router = createMemoryRouter(
    [
      { path: new URL(path, 'http://localhost').pathname, element: <Site>{page}</Site> },
      { path: '*', element: null },
    ],
    { initialEntries: [path] },
  )
  render(
    <Provider>
      <WithTexts pages={textPages.map(markedTexts)} isEditing>
        <RouterProvider router={router} />
        <Toasts />
      </WithTexts>
    </Provider>,
  )
  await act(async () => setUser(signedIn))
  return userEvent.setup({ delay: null })
}

function answer(by: Record<string, unknown>) {
  server.mockImplementation(async (route) => {
    const reply = by[route]
    if (reply === undefined) throw new ApiError(404, given)
    if (reply instanceof Error) throw reply
    return reply
  })
}

// Texts of attributes, errors and placeholders are edited in the list of all texts. This mark tells them from words in
// the code.
const mark = '§'

function markedTexts(page: PageName): PageTexts {
  const built = builtInTexts(page)
  return { ...built, texts: Object.fromEntries(Object.entries(built.texts).map(([key, text]) => [key, text + mark])) }
}

function withoutKey(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    const text = textContent?.trim() ?? ''
    // Times, amounts, and the countries, whose names the browser knows, are no texts of the page.
    if (!text || text.startsWith(given) || text.includes(mark) || /^(\d+ \w+ 2026|(−?₹[\d,]+|–)$)/.test(text)) continue
    if (!parentElement?.closest('[data-text], [data-fact], [data-from], select[name="country"] option'))
      found.push(text)
  }
  return found
}

const starts = (text: string) => new RegExp(`^${text}`)

beforeEach(() => {
  window.Razorpay = FakeRazorpay as unknown as typeof window.Razorpay
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(async () => {
  cleanup()
  await new Promise((resolve) => setTimeout(resolve, 20))
  server.mockReset()
})

type State = [name: string, show: () => Promise<unknown>]

const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name: starts(name) }))

const noDraft = async () => {}

const states: State[] = [
  ['the nomination form for a guest', () => open('/', <NominationForm />)],
  ['the nomination form for a user', () => open('/', <NominationForm />, user)],
  ['the nomination form with errors', async () => press(await open('/', <NominationForm />), 'Submit Nomination')],
  [
    'a nomination that was already sent',
    async () => {
      answer({ 'GET /api/nominations/mine': { status: 'submitted', isApproved: false } })
      await open('/', <NominationForm />, user)
      await screen.findByText(starts('Your nomination has been received'))
    },
  ],
  [
    'the notices of a draft',
    () =>
      open(
        '/',
        <>
          <DraftLine
            notice={{ kind: 'restored', lastSaved: '2026-11-20T10:00:00Z' }}
            onStartAgain={noDraft}
            onUndo={() => {}}
          />
          <DraftLine notice={{ kind: 'emptied', answers: {} as never }} onStartAgain={noDraft} onUndo={() => {}} />
          <DraftStatus state={{ status: 'saving' } as never} />
          <DraftStatus state={{ status: 'saved', at: new Date() } as never} />
          <DraftStatus state={{ status: 'failed' } as never} />
        </>,
      ),
  ],
  ['a nomination without a sign-in', () => open('/nomination', <NominationPage />)],
  [
    'no nomination',
    async () => {
      await open('/nomination', <NominationPage />, user)
      await screen.findByText(starts('You have not sent a nomination yet'))
    },
  ],
  [
    'an unknown link',
    async () => {
      await open('/nomination?token=x', <NominationPage />)
      await screen.findByText(starts('We do not recognise this link'))
    },
  ],
  [
    'a nomination that cannot be loaded',
    async () => {
      answer({ 'POST /api/nominations/mine/details': new ApiError(500, given) })
      await open('/nomination?token=x', <NominationPage />)
      await screen.findByText(starts('Your nomination could not be loaded.'))
    },
  ],
  [
    'a draft that cannot be opened',
    async () => {
      await open('/nomination?draft=x', <NominationPage />)
      await screen.findByText(starts('Your draft could not be opened'))
    },
  ],
  ...(['info_requested', 'submitted', 'in_review', 'approved', 'declined', 'withdrawn'] as const).map(
    (status): State => [
      `an own nomination: ${status}`,
      async () => {
        const next = status === 'info_requested' ? detail.next : ['amend', 'withdraw', 'reopen']
        answer({ 'POST /api/nominations/mine/details': { ...detail, status, next } })
        const visitor = await open('/nomination?token=x', <NominationPage />)
        await press(visitor, 'Correct your answers')
        await press(visitor, 'Withdraw your nomination')
      },
    ],
  ),
  [
    'a purchase by invitation',
    async () => {
      answer({ 'GET /api/nominations/mine': { status: 'unproved', isApproved: false } })
      const visitor = await open('/', <ByInvitation onClose={() => {}} />, user)
      await press(visitor, 'Email me the link')
    },
  ],
  ['the forms to sign in and to register', () => open('/auth?tab=register', <AuthPage />)],
  [
    'the second step of a sign-in',
    async () => {
      answer({ 'POST /api/login': new ApiError(401, given, { code: given }) })
      const visitor = await open('/auth', <AuthPage />)
      const [email] = screen.getAllByRole('textbox', { name: starts('Email') })
      await visitor.type(email as HTMLElement, 'asha@example.com')
      await visitor.type(screen.getByLabelText(starts('Password or 4-digit PIN')), 'a password')
      await press(visitor, 'Login')
      await screen.findByText(starts('Two-step sign-in'))
    },
  ],
  [
    'an invitation',
    async () => {
      const invitation = { status: 'open', email: 'asha@example.com', name: given, phone: '', location: '' }
      answer({ 'POST /api/invitations/look': { ...invitation, hasAccount: false } })
      await open('/auth?invitation=x', <AuthPage />)
      await screen.findByText(starts('You are invited'))
    },
  ],
  [
    'an unknown invitation',
    async () => {
      await open('/auth?invitation=x', <AuthPage />)
      await screen.findByText(starts('We do not recognise this invitation'))
    },
  ],
  ['a forgotten password', () => open('/forgot-password', <ForgotPasswordPage />)],
  [
    'the link for a new password',
    async () => {
      answer({ 'POST /api/forgot-password': {} })
      const visitor = await open('/forgot-password', <ForgotPasswordPage />)
      await visitor.type(screen.getByRole('textbox', { name: starts('Email') }), 'asha@example.com')
      await press(visitor, 'Send reset link')
      await screen.findByText(starts('Check Your Email'))
    },
  ],
  [
    'a new password',
    async () => {
      const passkey = { id: 'p1', name: given, createdAt: '2026-08-03T00:00:00Z', lastUsedAt: '', isSynced: false }
      answer({ 'POST /api/reset-password/details': { hasPassword: true, isVerified: false, passkeys: [passkey] } })
      await open('/reset-password?token=x', <ResetPasswordPage />)
      await screen.findByText(starts('Remove passkeys'))
    },
  ],
  [
    'the first password of an imported member',
    async () => {
      answer({ 'POST /api/reset-password/details': { hasPassword: false, isVerified: false, passkeys: [] } })
      await open('/reset-password?token=x', <ResetPasswordPage />)
      await screen.findByText(starts('Choose your password'))
    },
  ],
  ['a link without a token', () => open('/reset-password', <ResetPasswordPage />)],
  [
    'an address to confirm, with a new password',
    async () => {
      answer({ 'POST /api/confirm-email': new ApiError(409, given, { newPassword: given }) })
      await press(await open('/confirm-email?token=x', <ConfirmEmailPage />), 'Confirm this address')
      await screen.findByText(starts('Sign in to confirm'))
    },
  ],
  [
    'a seat',
    async () => {
      answer({ 'POST /api/seats/look': seat })
      const visitor = await open('/seat?token=x', <SeatPage />, user)
      await press(visitor, 'Accept the membership')
      await screen.findByText(starts('The membership was not accepted'))
    },
  ],
  [
    'a seat without a sign-in',
    async () => {
      answer({ 'POST /api/seats/look': seat })
      await open('/seat?token=x', <SeatPage />)
      await screen.findByText(/Please sign in to accept it/)
    },
  ],
  ...[
    ['for life', { membership: { tierId: 't1', endsAt: null }, entitlement: { state: 'active', next: null } }],
    [
      'that ends',
      { membership: { tierId: 't1', endsAt: '2027-01-01T00:00:00Z' }, entitlement: { state: 'active', next: null } },
    ],
    [
      'of another plan',
      { membership: { tierId: 't2', endsAt: '2027-01-01T00:00:00Z' }, entitlement: { state: 'active', next: null } },
    ],
    ['that renews', { subscription: { tierId: 't1', state: 'active', nextChargeAt: '2027-01-01T00:00:00Z' } }],
    ['whose charge is retried', { subscription: { tierId: 't1', state: 'pending' } }],
    ['whose mandate has ended', { subscription: { tierId: 't1', state: 'halted' } }],
  ].map(
    ([name, mine]): State => [
      `the plans for a member with a membership ${name}`,
      async () => {
        answer({ ...shop, 'GET /api/memberships/mine': { ...noMembership, ...(mine as object) } })
        await open('/membership-plans', <MembershipPlansPage />, user)
        await screen.findByText(
          /^(You have this|Your membership ends|It starts when|It renews|Your bank|A new mandate)/,
        )
      },
    ],
  ),
  ['a purchase', openPurchase],
  [
    'a purchase for a team, with errors',
    async () => {
      const visitor = await openPurchase()
      await visitor.clear(screen.getByLabelText(starts('Full name')))
      await visitor.type(screen.getByLabelText(starts('Full name')), '王')
      await visitor.clear(screen.getByLabelText(starts('PIN code')))
      await visitor.click(screen.getByLabelText(starts('My company')))
      await visitor.click(screen.getByLabelText(starts('Several people')))
      await press(visitor, 'Proceed to Payment')
      await screen.findByText(starts('Please enter the company’s legal name'))
    },
  ],
  [
    'a purchase of a membership that renews',
    () =>
      openPurchase({
        'POST /api/payments/quote': { ...quote, renews: true, mandate: given, firstChargeAt: '2027-01-01T00:00:00Z' },
      }),
  ],
  [
    'a code that is accepted',
    async () => {
      const reduced = { ...breakdown, discountAmount: '5000' }
      const visitor = await openPurchase({
        'POST /api/payments/quote': { ...quote, breakdown: reduced, couponCode: given },
      })
      await visitor.type(screen.getByLabelText(starts('Code')), 'FRIEND')
      await press(visitor, 'Apply')
      await screen.findByText(starts('Code Given'))
    },
  ],
  [
    'a code that cannot be checked',
    async () => {
      const visitor = await openPurchase()
      answer({ ...shop, 'POST /api/payments/quote': new Error() })
      await visitor.type(screen.getByLabelText(starts('Code')), 'FRIEND')
      await press(visitor, 'Apply')
      await screen.findByText(starts('The code could not be checked'))
    },
  ],
  [
    'a price that cannot be loaded',
    async () => {
      answer({ ...shop, 'POST /api/payments/quote': new ApiError(500, given) })
      await open('/membership-plans?tierId=t1', <MembershipPlansPage />, user)
      await screen.findByText(starts('The price could not be worked out'))
    },
  ],
  [
    'an order at another price',
    async () => {
      const dearer = { ...order, breakdown: { ...breakdown, totalAmount: '30000' } }
      const visitor = await openPurchase({ 'POST /api/payments/create-order': dearer })
      await press(visitor, 'Proceed to Payment')
      await screen.findByText(starts('The amount has changed'))
    },
  ],
  [
    'an order that the office confirms',
    async () => {
      const visitor = await openPurchase({ 'POST /api/payments/create-order': { ...order, isConfirmedByHand: true } })
      await press(visitor, 'Proceed to Payment')
      await screen.findByText(starts('Our office confirms this payment'))
    },
  ],
  [
    'an order that fails',
    async () => {
      const visitor = await openPurchase({ 'POST /api/payments/create-order': new Error() })
      await press(visitor, 'Proceed to Payment')
      await screen.findAllByText(starts('Failed to create payment order'))
    },
  ],
  [
    'a payment without the provider’s script',
    async () => {
      window.Razorpay = undefined
      await openCheckout()
      act(() => document.head.querySelector('script')?.dispatchEvent(new Event('error')) as never)
      await screen.findByText(starts('Payment System Error'))
    },
  ],
  [
    'a payment that the bank refuses',
    async () => {
      await openCheckout()
      act(() => failPayment({} as CheckoutFailure))
      await screen.findByText(starts('Payment Failed'))
    },
  ],
  [
    'a payment that the buyer cancels',
    async () => {
      await openCheckout()
      await act(async () => checkout.modal.ondismiss())
      await screen.findByText(starts('Payment Cancelled'))
    },
  ],
  [
    'a payment that cannot be looked up',
    async () => {
      await openCheckout()
      answer({})
      await act(async () => checkout.modal.ondismiss())
      await screen.findByText(starts('Payment Not Confirmed'))
    },
  ],
  [
    'a payment that is not confirmed yet',
    async () => {
      await openCheckout({ 'POST /api/payments/verify': { status: 'processing' } })
      await act(async () => checkout.handler(receipt))
      await screen.findByText(starts('We are confirming your payment'))
    },
  ],
  [
    'a payment that is refused when it is verified',
    async () => {
      await openCheckout({ 'POST /api/payments/verify': new ApiError(400, given) })
      await act(async () => checkout.handler(receipt))
      await screen.findByText(starts('Payment Failed'))
    },
  ],
  [
    'a payment that was received',
    async () => {
      await openCheckout()
      await act(async () => checkout.handler(receipt))
      await screen.findByText(starts('Payment Successful!'))
    },
  ],
  ...(['purchase', 'card'] as const).flatMap((kind) =>
    (['waiting', 'late'] as const).map(
      (phase): State => [
        `a ${kind} that the provider has not confirmed: ${phase}`,
        () => open('/', <Confirming state={{ phase, sale: { kind } } as CheckoutState} onClose={() => {}} />),
      ],
    ),
  ),
  [
    'an order that costs nothing',
    async () => {
      const visitor = await openPurchase({ 'POST /api/payments/create-order': { ...order, status: 'completed' } })
      await press(visitor, 'Proceed to Payment')
      await screen.findByText(starts('Nothing to Pay'))
    },
  ],
  [
    'a renewal that the office confirms',
    async () => {
      const { breakdown, currency, taxes } = quote
      const renewal = { state: 'open', tierName: given, duration: 'annual', endsAt: '2027-01-01T00:00:00Z' }
      answer({
        'POST /api/renewals/look': { ...renewal, breakdown, currency, taxes },
        'POST /api/renewals': { paymentUrl: '', isConfirmedByHand: true },
      })
      const visitor = await open('/renew?token=x', <RenewPage />)
      await press(visitor, 'Pay ')
      await screen.findByText(starts('Our office confirms this payment'))
    },
  ],
  [
    'a page for users',
    async () => {
      await open('/account', <Gate admits="users">{given}</Gate>)
      await screen.findByText(starts('Authentication Required'))
    },
  ],
]

describe('every text of each state can be edited', () => {
  beforeEach(() => answer({}))

  it.each(states)('%s', async (_name, show) => {
    await show()
    expect(document.querySelectorAll('[data-text]').length).toBeGreaterThan(1)
    expect(withoutKey()).toEqual([])
  })

  it('finds a text without a key', async () => {
    await open('/', <p>A text in the code</p>)
    expect(withoutKey()).toEqual(['A text in the code'])
  })
})

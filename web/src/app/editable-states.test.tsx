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
import { call } from '@/lib/api'
import { ApiError } from '@/lib/api-error'
import type { SessionUser } from '@/lib/api-types'
import { useSetSessionUser } from '@/lib/session'
import { type PageTexts, type TextPage, useTexts, WordsContext } from '@/lib/texts'
import { builtInTexts, textPages, WithTexts } from '@/lib/texts-fixture'
import { Gate } from './gate'

vi.mock('@/lib/api', async (original) => ({ ...(await original<typeof import('@/lib/api')>()), call: vi.fn() }))

const server = vi.mocked(call as (route: string) => Promise<unknown>)

// jsdom has neither dialogs nor layout.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}
Element.prototype.scrollIntoView = () => {}

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

function markedTexts(page: TextPage): PageTexts {
  const built = builtInTexts(page)
  return { ...built, texts: Object.fromEntries(Object.entries(built.texts).map(([key, text]) => [key, text + mark])) }
}

function withoutKey(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    const text = textContent?.trim() ?? ''
    // A time of the applicant's own history is no text of the page.
    if (!text || text.startsWith(given) || text.includes(mark) || /^\d+ \w+ 2026/.test(text)) continue
    if (!parentElement?.closest('[data-text], [data-fact], [data-from]')) found.push(text)
  }
  return found
}

const starts = (text: string) => new RegExp(`^${text}`)

beforeEach(() => {
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
      answer({ 'POST /api/reset-password/details': { isVerified: false, passkeys: [passkey] } })
      await open('/reset-password?token=x', <ResetPasswordPage />)
      await screen.findByText(starts('Remove passkeys'))
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

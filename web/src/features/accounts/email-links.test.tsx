// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '@/lib/api'
import { ApiError } from '@/lib/api-error'
import { builtInTexts, WithTexts } from '@/lib/texts-fixture'
import type { ResetDetails } from './api'
import { ConfirmEmailPage } from './confirm-email-page'
import { ResetPasswordPage } from './reset-password-page'

vi.mock('@/lib/api', async (original) => ({ ...(await original<typeof import('@/lib/api')>()), call: vi.fn() }))

type Sent = { body?: Record<string, unknown> }

const server = vi.mocked(call as (route: string, request?: Sent) => Promise<unknown>)
const password = 'Krishna Delta 9x'

function answer(by: Record<string, (body: Record<string, unknown>) => unknown>) {
  server.mockImplementation(async (route, request) => {
    const reply = by[route]
    if (!reply) throw new ApiError(404, 'Not found.')
    return reply(request?.body ?? {})
  })
}

function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/confirm-email', element: <ConfirmEmailPage /> },
      { path: '/reset-password', element: <ResetPasswordPage /> },
      { path: '*', element: null },
    ],
    { initialEntries: [path] },
  )
  render(
    <WithTexts pages={[builtInTexts('sign-in'), builtInTexts('site')]}>
      <RouterProvider router={router} />
    </WithTexts>,
  )
  return userEvent.setup({ delay: null })
}

async function choosePassword(user: ReturnType<typeof userEvent.setup>, button: string) {
  await user.type(screen.getByLabelText('New password'), password)
  await user.type(screen.getByLabelText('Confirm password'), password)
  await user.click(screen.getByRole('button', { name: button }))
}

beforeEach(() => {
  server.mockReset()
})
afterEach(cleanup)

describe('the page of a confirmation link', () => {
  it('asks a visitor to sign in or to set a new password', async () => {
    answer({
      'POST /api/confirm-email': ({ newPassword }) => {
        if (newPassword === password) return { email: 'asha@example.com', isChanged: false }
        throw new ApiError(409, 'Please sign in.', { newPassword: 'Please sign in.' })
      },
    })
    const user = open('/confirm-email?token=secret')
    await user.click(screen.getByRole('button', { name: 'Confirm this address' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to confirm' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy()
    await choosePassword(user, 'Set password and confirm')
    expect(await screen.findByRole('heading', { name: 'Your email address was confirmed' })).toBeTruthy()
    expect(server).toHaveBeenLastCalledWith('POST /api/confirm-email', {
      body: { token: 'secret', newPassword: password },
    })
  })

  it('offers no new password for a link to a new address', async () => {
    answer({
      'POST /api/confirm-email': () => {
        throw new ApiError(409, 'Please sign in.', { signIn: 'Please sign in.' })
      },
    })
    const user = open('/confirm-email?token=secret')
    await user.click(screen.getByRole('button', { name: 'Confirm this address' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to confirm' })).toBeTruthy()
    expect(screen.queryByLabelText('New password')).toBeNull()
  })

  it('shows why a link does not work', async () => {
    answer({
      'POST /api/confirm-email': () => {
        throw new ApiError(400, 'This link no longer works.', { token: 'This link no longer works.' })
      },
    })
    const user = open('/confirm-email?token=secret')
    await user.click(screen.getByRole('button', { name: 'Confirm this address' }))
    expect(await screen.findByText('This link no longer works.')).toBeTruthy()
  })
})

describe('the page of a reset link', () => {
  const passkey = { name: 'Firefox on Linux', createdAt: '2026-08-03T00:00:00Z', lastUsedAt: '', isSynced: false }
  const details: ResetDetails = {
    hasPassword: true,
    isVerified: true,
    passkeys: [
      { ...passkey, id: 'one' },
      { ...passkey, id: 'two', name: 'Chrome on Android' },
    ],
  }

  it('removes the passkeys that are selected', async () => {
    answer({
      'POST /api/reset-password/details': () => details,
      'POST /api/reset-password': () => ({ message: 'Done' }),
    })
    const user = open('/reset-password?token=secret')
    await user.click(await screen.findByRole('checkbox', { name: /Chrome on Android/ }))
    await choosePassword(user, 'Set new password')
    expect(await screen.findByRole('heading', { name: 'Your password has been reset successfully' })).toBeTruthy()
    expect(server).toHaveBeenCalledWith('POST /api/reset-password', {
      body: { token: 'secret', newPassword: password, removePasskeys: ['two'] },
    })
  })

  it('explains the effect on an account whose address was never confirmed', async () => {
    answer({ 'POST /api/reset-password/details': () => ({ ...details, isVerified: false, passkeys: [] }) })
    open('/reset-password?token=secret')
    expect(await screen.findByText('This also confirms your email address')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('names no earlier password to an imported member, who has none', async () => {
    let resolve = (_: ResetDetails) => {}
    const imported = new Promise<ResetDetails>((done) => {
      resolve = done
    })
    answer({ 'POST /api/reset-password/details': () => imported })
    open('/reset-password?token=secret')
    expect(screen.getByRole('status').textContent).toBe('Loading…')
    expect(screen.queryByText(/old password/)).toBeNull()
    resolve({ hasPassword: false, isVerified: false, passkeys: [] })
    expect(await screen.findByRole('heading', { name: 'Choose your password' })).toBeTruthy()
    expect(screen.queryByText(/old password/)).toBeNull()
    expect(screen.queryByText('This also confirms your email address')).toBeNull()
  })
})

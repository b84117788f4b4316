import type { FormValues } from '@/lib/form-schema'
import type {
  loginForm,
  OpenInvitation,
  OwnNomination,
  registerForm,
  resetPasswordForm,
  SessionUser,
} from '@/lib/generated'
import { send } from '@/lib/server'

/** Signs in with the password or the PIN. */
export function login(body: FormValues<typeof loginForm>): Promise<SessionUser> {
  return send('/api/login', { method: 'POST', body })
}

/** Makes an account, which is signed in at once. An invitation that comes along is accepted with it. */
export function register(body: FormValues<typeof registerForm> & { invitation?: string }): Promise<SessionUser> {
  return send('/api/register', { method: 'POST', body })
}

/** What an invitation's link leads to. */
export function lookAtInvitation(token: string): Promise<OpenInvitation> {
  return send('/api/invitations/look', { method: 'POST', body: { token } })
}

/** Accepts an invitation with the account that is signed in. */
export function acceptInvitation(token: string): Promise<OwnNomination> {
  return send('/api/invitations/accept', { method: 'POST', body: { token } })
}

/** Sets a new password with the token of a reset link. */
export function resetPassword(body: FormValues<typeof resetPasswordForm>): Promise<{ message: string }> {
  return send('/api/reset-password', { method: 'POST', body })
}

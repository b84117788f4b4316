import type { FormValues } from '@/lib/form-schema'
import type { forgotPasswordForm, loginForm, registerForm, resetPasswordForm, SessionUser } from '@/lib/generated'
import { send } from '@/lib/server'

/** Signs in with the password or the PIN. */
export function login(body: FormValues<typeof loginForm>): Promise<SessionUser> {
  return send('/api/login', { method: 'POST', body })
}

/** Makes an account, which is signed in at once. */
export function register(body: FormValues<typeof registerForm>): Promise<SessionUser> {
  return send('/api/register', { method: 'POST', body })
}

/** Asks for a reset link. The answer does not tell whether there is such an account. */
export function forgotPassword(body: FormValues<typeof forgotPasswordForm>): Promise<{ message: string }> {
  return send('/api/forgot-password', { method: 'POST', body })
}

/** Sets a new password with the token of a reset link. */
export function resetPassword(body: FormValues<typeof resetPasswordForm>): Promise<{ message: string }> {
  return send('/api/reset-password', { method: 'POST', body })
}

import type { FormValues } from './form-schema'
import type { forgotPasswordForm } from './generated'
import { send } from './server'

/** Asks for a reset link. The answer does not tell whether there is such an account. */
export function forgotPassword(body: FormValues<typeof forgotPasswordForm>): Promise<{ message: string }> {
  return send('/api/forgot-password', { method: 'POST', body })
}

import { type FieldRule, resetPasswordForm } from '@/lib/generated'

/** The error at the second of two passwords that differ. */
export const mismatch = "Passwords don't match"

/** The rule of a new password, as the server validates it. */
export const [, newPassword] = resetPasswordForm

/** The repeated password, which catches typing mistakes. It is not sent. */
export const confirmation = {
  ...newPassword,
  name: 'confirmation',
  label: 'Confirm password',
  kind: 'secret',
  min: 0,
  messages: { ...newPassword.messages, required: mismatch },
} as const satisfies FieldRule

/** Returns the error if the two passwords differ. */
export function mismatched(
  values: { newPassword: string; confirmation: string },
  message: string = mismatch,
): { confirmation?: string } {
  return values.newPassword === values.confirmation ? {} : { confirmation: message }
}

/** The requirements for a new password, shown as a hint. */
export const passwordHint = `At least ${newPassword.min} characters, with an uppercase letter, a lowercase letter and a number.`

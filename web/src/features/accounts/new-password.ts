import { type FieldRule, resetPasswordForm } from '@/lib/generated'

/** What stands at the second of two passwords that differ. */
export const mismatch = "Passwords don't match"

/** The rule of a new password, as the server checks it. */
export const [, newPassword] = resetPasswordForm

/** The same once more, to catch a slip; the server never sees it. */
export const confirmation = {
  ...newPassword,
  name: 'confirmation',
  label: 'Confirm password',
  kind: 'secret',
  min: 0,
  messages: { ...newPassword.messages, required: mismatch },
} as const satisfies FieldRule

/** What is wrong between the two. */
export function mismatched(values: { newPassword: string; confirmation: string }): { confirmation?: string } {
  return values.newPassword === values.confirmation ? {} : { confirmation: mismatch }
}

/** What a new password must be, said before it is typed. */
export const passwordHint = `At least ${newPassword.min} characters, with an uppercase letter, a lowercase letter and a number.`

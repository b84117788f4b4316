import { resetPasswordForm } from '@/lib/generated'

const { min } = resetPasswordForm.find(({ name }) => name === 'newPassword') ?? { min: 0 }

/** What a new password must be, said before it is typed. */
export const passwordHint = `At least ${min} characters, with an uppercase letter, a lowercase letter and a number.`

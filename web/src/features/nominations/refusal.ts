import { messageOf } from '@/lib/api-error'

/** What an applicant is told when her nomination was not taken. */
export function refusalText(error: unknown): string {
  const message = messageOf(error, '')
  if (message.includes('already exists'))
    return 'This email is already registered. Please use a different email address.'
  if (message.includes('required fields')) return 'Please fill in all required fields correctly.'
  return message || 'Please try again or contact support.'
}

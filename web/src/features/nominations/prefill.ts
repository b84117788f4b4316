import type { SessionUser } from '@/lib/generated'
import type { Nomination } from './nomination'

/** What an account already tells of its owner: the location's first two parts are city and state. */
export function prefill(user: Pick<SessionUser, 'name' | 'email' | 'phone' | 'location'>) {
  const [city = '', state = ''] = user.location.split(',').map((part) => part.trim())
  return { name: user.name, email: user.email, phone: user.phone, city, state } satisfies Partial<Nomination>
}

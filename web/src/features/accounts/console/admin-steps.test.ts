import { describe, expect, it } from 'vitest'
import { stepsFor } from './admin-steps'
import type { AdminAccount } from './api'

const admin: AdminAccount = {
  id: 'a',
  person: 'p1',
  username: 'asha',
  role: 'owner',
  email: '',
  state: 'active',
  hasJoined: true,
  isYou: false,
  secondFactor: false,
  lastSignIn: '',
  inviteExpiry: '',
  createdAt: '',
}

describe('the actions on an admin account', () => {
  it.each([
    ['an active account', {}, ['deactivate']],
    ['an account with a second factor', { secondFactor: true }, ['deactivate', 'second-factor/reset']],
    ['an invited admin', { state: 'invited', hasJoined: false }, ['invitation', 'deactivate']],
    ['an admin whose invitation has expired', { state: 'expired', hasJoined: false }, ['invitation', 'deactivate']],
    ['a deactivated account', { state: 'deactivated' }, ['reactivate']],
    ['a deactivated account of an admin who never joined', { state: 'deactivated', hasJoined: false }, ['invitation']],
    ['your own account', { isYou: true, secondFactor: true }, []],
  ] as const)('%s', (_, changes, steps) => expect(stepsFor({ ...admin, ...changes })).toEqual(steps))
})

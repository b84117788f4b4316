import { describe, expect, it } from 'vitest'
import { stepsFor } from './admin-steps'
import type { AdminAccount } from './api'

const admin: AdminAccount = {
  id: 'a',
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

describe('what can be done to an admin account', () => {
  it.each([
    ['an active one', {}, ['deactivate']],
    ['one with a second factor', { secondFactor: true }, ['deactivate', 'second-factor/reset']],
    ['an invited one', { state: 'invited', hasJoined: false }, ['invitation', 'deactivate']],
    ['one whose invitation has expired', { state: 'expired', hasJoined: false }, ['invitation', 'deactivate']],
    ['a deactivated one', { state: 'deactivated' }, ['reactivate']],
    ['a deactivated one that never joined', { state: 'deactivated', hasJoined: false }, ['invitation']],
    ['your own', { isYou: true, secondFactor: true }, []],
  ] as const)('%s', (_, changes, steps) => expect(stepsFor({ ...admin, ...changes })).toEqual(steps))
})

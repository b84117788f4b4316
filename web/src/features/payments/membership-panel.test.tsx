// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { Entitlement, Mandate, Membership } from './api'
import { MembershipPanel } from './membership-panel'

afterEach(cleanup)

const membership: Membership = {
  tierId: 't1',
  tierName: 'Monthly Membership',
  startsAt: '2026-11-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
  status: 'active',
}
const entitlement: Entitlement = {
  state: 'active',
  startsAt: membership.startsAt,
  endsAt: membership.endsAt,
  graceUntil: membership.endsAt,
  source: 'payment',
  endReason: '',
  next: null,
}

function show(mandate: Mandate | null, next: Entitlement['next']) {
  render(
    <MemoryRouter>
      <MembershipPanel membership={membership} entitlement={{ ...entitlement, next }} mandate={mandate} />
    </MemoryRouter>,
  )
}

it('offers to renew a term without a mandate', () => {
  show(null, null)
  expect(screen.getByText(/It does not renew automatically/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Renew' })).toBeTruthy()
})

it.each([
  ['it has a mandate', { state: 'active' } as Mandate, null],
  ['another term is paid for', null, { ...membership, startsAt: '2026-12-01T00:00:00.000Z' }],
])('does not offer to renew a term if %s', (_, mandate, next) => {
  show(mandate, next)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByText(/renew automatically/)).toBeNull()
})

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { JoinRefusal } from './join-refusal'
import { session } from './session-fixture'

afterEach(cleanup)

it.each([
  ['before the meeting opens', {}, '2026-08-27T12:44:00Z', /It opens on 27 Aug 2026, 18:15 IST/],
  ['once the meeting is open', {}, '2026-08-27T12:45:00Z', /You can join now/],
  ['after the session', {}, '2026-08-27T14:31:00Z', /The meeting is over/],
  ['without an answer', { state: 'none' }, '2026-08-27T12:45:00Z', /Please answer on this page first/],
  ['on the waiting list', { state: 'waiting', queuePlace: 3 }, '2026-08-26T12:00:00Z', /You are third on the waiting/],
  ['for a cancelled session', { status: 'cancelled' }, '2026-08-27T12:45:00Z', /This session is cancelled/],
] as const)('says why the meeting did not open %s', (_, changes, now, text) => {
  render(
    <MemoryRouter>
      <JoinRefusal session={{ ...session, ...changes }} now={new Date(now)} />
    </MemoryRouter>,
  )
  expect(screen.getByText(text)).toBeTruthy()
})

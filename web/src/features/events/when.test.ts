import { expect, it } from 'vitest'
import { sessionTime } from '@/lib/language'
import { queueSentence } from './queue-sentence'
import { ownTime } from './when'

const session = { startsAt: '2026-08-27T13:00:00.000Z', endsAt: '2026-08-27T14:30:00.000Z' }

it('shows Indian time, and the time of a viewer elsewhere', () => {
  expect(sessionTime(session)).toBe('Thursday, 27 Aug 2026, 18:30 to 20:00 IST')
  expect(ownTime(session, 'Asia/Kolkata')).toBe('')
  expect(ownTime(session, 'Asia/Calcutta')).toBe('')
  expect(ownTime(session, 'Europe/London')).toBe('Thursday 27 Aug, 14:00 to 15:30 in London')
  expect(ownTime({ ...session, startsAt: '2026-08-27T20:00:00Z' }, 'America/New_York')).toContain('16:00')
})

it('explains the waiting list', () => {
  const end = '2026-08-27T11:00:00.000Z'
  const before = new Date('2026-08-26T11:00:00Z')
  expect(queueSentence(1, end, before)).toContain(
    'You are first on the waiting list. You get a place if one member cancels by 16:30 IST',
  )
  expect(queueSentence(3, end, before)).toContain(
    'You are third on the waiting list. You get a place if 3 members cancel',
  )
  expect(queueSentence(14, end, before)).toContain('You are number 14 on the waiting list')
  expect(queueSentence(1, end, new Date(end))).toContain('The waiting list is closed')
})

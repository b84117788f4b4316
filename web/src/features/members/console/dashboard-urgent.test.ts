import { expect, it } from 'vitest'
import { urgencyOf, urgentOnes } from './dashboard-urgent'

const running = (hours: number) => ({ pausedAt: '', secondsLeft: hours * 3600 })
const paused = (hours: number) => ({ pausedAt: '2026-08-03T06:30:00.000Z', secondsLeft: hours * 3600 })

it.each([
  [[], undefined],
  [[running(12), running(47)], undefined],
  [[paused(-5), paused(2)], undefined],
  [[running(-1)], '1 nomination is past the promised 48 hours.'],
  [[running(-30), running(-1), running(13)], '2 nominations are past the promised 48 hours.'],
  [[running(11.9)], '1 nomination is within 12 hours of the end of the promised 48.'],
  [[running(-1), running(0)], '1 nomination is past the promised 48 hours, and 1 more has less than 12 hours left.'],
  [
    [running(-1), running(1), running(2)],
    '1 nomination is past the promised 48 hours, and 2 more have less than 12 hours left.',
  ],
  [Array(50).fill(running(-1)), 'At least 50 nominations are past the promised 48 hours.'],
])('summarises the urgent nominations: %#', (clocks, sentence) => expect(urgencyOf(clocks)).toBe(sentence))

it('returns only the urgent nominations', () => {
  const late = { ...running(-1), id: 'late' }
  expect(urgentOnes([late, paused(-3), running(20)])).toEqual([late])
})

import { describe, expect, it } from 'vitest'
import { readClock } from './clock'

const hour = 3600
const running = { pausedAt: '', decidedAt: '' }

describe('the clock of a nomination', () => {
  it.each([
    [48 * hour, '48 h left', 'calm'],
    [12 * hour, '12 h left', 'calm'],
    [12 * hour - 1, '11 h left', 'soon'],
    [59 * 60, '59 min left', 'soon'],
    [0, '0 min left', 'soon'],
    [-1, '0 min overdue', 'late'],
    [-5 * hour, '5 h overdue', 'late'],
    [-50 * hour, '2 days overdue', 'late'],
  ])('with %i seconds left shows %s', (secondsLeft, text, tone) => {
    expect(readClock({ ...running, secondsLeft })).toMatchObject({ text, tone })
  })

  it('continues while the page is open', () => {
    expect(readClock({ ...running, secondsLeft: hour }, 2 * hour).text).toBe('1 h overdue')
  })

  it('stops while we wait for the applicant, and after the decision', () => {
    const secondsLeft = 20 * hour
    expect(readClock({ ...running, secondsLeft, pausedAt: 'x' }, 90 * hour).text).toBe('Paused, 20 h left')
    expect(readClock({ ...running, secondsLeft, decidedAt: 'x' }, 90 * hour).text).toBe('Decided in time')
    expect(readClock({ ...running, secondsLeft: -3 * hour, decidedAt: 'x' }).text).toBe('Decided 3 h late')
  })

  it('fills the ring with the share of the time that is left', () => {
    expect(readClock({ ...running, secondsLeft: 24 * hour }).share).toBe(0.5)
    expect(readClock({ ...running, secondsLeft: -1 }).share).toBe(1)
  })
})

import { expect, it } from 'vitest'
import { screenOf } from './feature-screens'

it('finds the screen that keeps a feature of a plan', () => {
  expect(screenOf('Monthly 90-minute sessions with regulators and chairs')).toBe('sessions')
  expect(screenOf('Introductions to boards that are looking')).toBe('board-seats')
  expect(screenOf('A mentor for your first year, or a mentee')).toBe('mentors')
  expect(screenOf('An introduction to any member')).toBe('introductions')
  expect(screenOf('The research library, and your name on what you contribute')).toBe('library')
  expect(screenOf('A vote in what the circle says to the regulators')).toBe('polls')
  expect(screenOf('Dinner with the founding members, every September')).toBe('')
})

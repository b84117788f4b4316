import { expect, it } from 'vitest'
import { announced, emailed } from './announced'

it('names the visitors who see a session with a public page', () => {
  expect(announced({ isPublic: true })).toContain('Visitors see its public page')
  expect(announced({ isPublic: false })).not.toContain('Visitors')
})

it('counts guests among the people who are emailed', () => {
  expect(emailed({ taken: 2, waiting: 1 })).toBe('2 people with a place and 1 person on the waiting list')
  expect(emailed({ taken: 0, waiting: 3 })).toBe('3 people on the waiting list')
})

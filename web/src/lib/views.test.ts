import { expect, test } from 'vitest'
import { viewOf } from './views'

test('a view is the same whatever the order of its address and the page', () => {
  expect(viewOf('?sort=name&search=pune&page=3')).toBe(viewOf('search=pune&sort=name'))
  expect(viewOf('?page=2')).toBe('')
})

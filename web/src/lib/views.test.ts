import { expect, test } from 'vitest'
import { viewOf } from './views'

test('a view does not depend on the page or on the order of the parameters', () => {
  expect(viewOf('?sort=name&search=pune&page=3')).toBe(viewOf('search=pune&sort=name'))
  expect(viewOf('?page=2')).toBe('')
})

import { expect, it } from 'vitest'
import { moved } from './reorder-list'

it('moves a key to another position and keeps all keys', () => {
  expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b'], 'a', 9)).toEqual(['b', 'a'])
  expect(moved(['a', 'b'], 'b', -1)).toEqual(['b', 'a'])
})

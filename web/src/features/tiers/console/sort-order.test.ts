import { expect, it } from 'vitest'
import { nextSortOrder } from './sort-order'

it('starts a new tier with the default while no tier has a place', () => {
  expect(nextSortOrder([])).toBe(0)
  expect(nextSortOrder([{ sortOrder: 0 }, { sortOrder: 0 }])).toBe(0)
})

it('puts a new tier last once the order matters', () => {
  expect(nextSortOrder([{ sortOrder: 30 }, { sortOrder: 10 }])).toBe(31)
})

import { expect, it } from 'vitest'
import { nextSortOrder } from './sort-order'

it('gives a new tier the default while no tier has a position', () => {
  expect(nextSortOrder([])).toBe(0)
  expect(nextSortOrder([{ sortOrder: 0 }, { sortOrder: 0 }])).toBe(0)
})

it('puts a new tier last once a tier has a position', () => {
  expect(nextSortOrder([{ sortOrder: 30 }, { sortOrder: 10 }])).toBe(31)
})

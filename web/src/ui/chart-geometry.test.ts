import { describe, expect, it } from 'vitest'
import { columnAt, heights, middleOf, roundUp, stackDots } from './chart-geometry'

describe('roundUp', () => {
  it.each([
    [0, 1],
    [Number.NaN, 1],
    [0.4, 1],
    [1, 1],
    [1.2, 2],
    [2, 2],
    [3, 5],
    [5.1, 10],
    [99, 100],
    [100, 100],
    [1000, 1000],
    [590000, 1000000],
    [200000, 200000],
  ])('rounds %d to %d', (number, rounded) => expect(roundUp(number)).toBe(rounded))
})

it('rounds to a height that leaves little room above the highest bar', () => {
  expect([501500, 590000, 600, 11, 130].map((number) => roundUp(number, heights))).toEqual([
    600000, 600000, 600, 12, 150,
  ])
})

describe('stackDots', () => {
  it('gives each nomination a dot while there are few nominations', () => {
    expect(stackDots([0, 3, 1], 10)).toEqual({ unit: 1, columns: [[], [1, 1, 1], [1]] })
  })
  it('lets a dot represent several nominations when there are many, and shows a partial dot for the rest', () => {
    expect(stackDots([100, 25, 5], 10)).toEqual({ unit: 10, columns: [Array(10).fill(1), [1, 1, 0.5], [0.5]] })
  })
  it('never exceeds the given height', () => {
    for (let most = 1; most < 3000; most += 7) expect(stackDots([most], 10).columns[0]?.length).toBeLessThanOrEqual(10)
  })
  it('draws no dots without nominations', () => {
    expect(stackDots([], 10)).toEqual({ unit: 1, columns: [] })
    expect(stackDots([0, 0], 10)).toEqual({ unit: 1, columns: [[], []] })
  })
})

describe('columns', () => {
  it('finds the column at a position', () => {
    expect([-1, 0, 0.49, 0.5, 0.99, 1, 2].map((place) => columnAt(place, 2))).toEqual([0, 0, 0, 1, 1, 1, 1])
  })
  it('returns the middle of a column', () => {
    expect([0, 1, 2, 3].map((column) => middleOf(column, 4))).toEqual([12.5, 37.5, 62.5, 87.5])
  })
})

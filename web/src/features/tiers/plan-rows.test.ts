import { describe, expect, it } from 'vitest'
import type { Tier } from '@/lib/api-types'
import { planRows } from './plan-rows'

const tier = (name: string, ...features: string[]) => ({ name, features, screens: [], modules: [] }) as unknown as Tier
const rowsOf = (tiers: Tier[], isOn = true) =>
  planRows(tiers, () => isOn).map((row) => [
    'module' in row ? `module ${row.module}` : row.feature,
    [...row.tiers].map(({ name }) => name).join(', '),
  ])
const shown = (...tiers: Tier[]) => rowsOf(tiers)

it('has one row for a feature that several plans share, and shared features first', () => {
  const life = tier('Life', 'A mentor', 'Sessions', 'The library')
  const year = tier('Year', ' sessions ', 'The Library', 'A mentor for a year')
  const month = tier('Month', 'Sessions')
  expect(shown(life, year, month)).toEqual([
    ['Sessions', 'Life, Year, Month'],
    ['The library', 'Life, Year'],
    ['A mentor', 'Life'],
    ['A mentor for a year', 'Year'],
  ])
})

it('counts a feature once that a plan lists twice', () =>
  expect(shown(tier('Life', 'Sessions', 'Sessions'))).toEqual([['Sessions', 'Life']]))

it('counts the features of a plan that another plan includes', () => {
  const month = tier('Monthly Membership', 'Sessions')
  const year = tier('Annual Membership', 'Everything in the monthly membership', 'The library')
  const life = tier('Life', 'Everything in the Annual Membership.', 'A dinner', 'Everything in moderation')
  expect(shown(month, year, life)).toEqual([
    ['Sessions', 'Monthly Membership, Annual Membership, Life'],
    ['The library', 'Annual Membership, Life'],
    ['A dinner', 'Life'],
    ['Everything in moderation', 'Life'],
  ])
})

it('ends for plans that include each other', () => {
  const one = tier('One', 'Everything in Two', 'Sessions')
  const two = tier('Two', 'Everything in One', 'Everything in Two')
  expect(shown(one, two)).toEqual([['Sessions', 'One, Two']])
})

it('is empty for plans without features', () => expect(shown(tier('Life'), tier('Year'))).toEqual([]))

describe('the modules that plans open', () => {
  const reading = { feature: 'The research library', screen: 'library' } as const
  const name = { feature: 'Your name in the library', screen: 'library' } as const
  const life: Tier = {
    ...tier('Life', 'The research library', 'Your name in the library', 'A dinner'),
    screens: [reading, name],
    modules: ['sessions', 'library'],
  }
  const year: Tier = { ...tier('Year', 'Meetings'), modules: ['library'] }
  const month: Tier = { ...tier('Month', 'the research library'), modules: ['sessions'] }

  it('decide who has a feature that leads to their page, and have rows of their own without such a feature', () => {
    expect(rowsOf([life, year, month])).toEqual([
      ['The research library', 'Life, Year'],
      ['module sessions', 'Life, Month'],
      ['Your name in the library', 'Life'],
      ['A dinner', 'Life'],
      ['Meetings', 'Year'],
    ])
  })

  it('have no rows while they are off', () => {
    expect(rowsOf([life, month], false)).toEqual([
      ['The research library', 'Life, Month'],
      ['Your name in the library', 'Life'],
      ['A dinner', 'Life'],
    ])
  })
})

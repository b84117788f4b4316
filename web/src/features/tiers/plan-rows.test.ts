import { expect, it } from 'vitest'
import type { Tier } from '@/lib/api-types'
import { planRows } from './plan-rows'

const tier = (name: string, ...features: string[]) => ({ name, features }) as Tier
const shown = (...tiers: Tier[]) =>
  planRows(tiers).map(({ feature, tiers }) => [feature, [...tiers].map(({ name }) => name).join(', ')])

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

it('is empty for plans without features', () => expect(shown(tier('Life'), tier('Year'))).toEqual([]))

import { expect, it } from 'vitest'
import { slugOf } from './slug'

it.each([
  ['Founding Circle', 'founding-circle'],
  ['  Lifetime & Founding — Membership! ', 'lifetime-founding-membership'],
  ['2026', '2026'],
  ['--a--b--', 'a-b'],
  ['सदस्यता', ''],
  ['', ''],
])('%j becomes %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

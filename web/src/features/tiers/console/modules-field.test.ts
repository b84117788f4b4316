import { expect, it } from 'vitest'
import { keptBy } from './modules-field'

it.each([
  [0, 0, 'No membership of this plan is running, so no one keeps access.'],
  [1, 0, 'This keeps access: 1 running membership until it ends, at the latest on 3 Mar 2027. Renewals do not.'],
  [1, 1, 'This keeps access: 1 membership for life. Renewals do not.'],
  [
    7,
    2,
    'These keep access: 5 running memberships until they end, at the latest on 3 Mar 2027; 2 memberships for life. Renewals do not.',
  ],
])('says who keeps a module that the plan loses: %i terms, %i of them for life', (terms, forLife, sentence) => {
  expect(keptBy({ runningTerms: { terms, forLife, lastEndsAt: '2027-03-03T10:00:00Z' } })).toBe(sentence)
})

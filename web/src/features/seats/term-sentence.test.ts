import { expect, it } from 'vitest'
import type { Term } from './api'
import { termSentence } from './term-sentence'

const term: Term = {
  company: 'Deccan Steel Ltd',
  role: '',
  category: 'independent',
  companyType: 'listed',
  status: 'running',
  number: 1,
  startsOn: '2023-04-01',
  endsOn: '2028-03-31',
  isComputed: true,
  latestOn: '2033-03-31',
  eligibleOn: '',
  isEndingSoon: false,
  rules: [],
}

it.each<[Partial<Term>, string]>([
  [{}, 'Your first term as an independent director ends on 31 Mar 2028. The company can then appoint you for a second'],
  [{ number: 2, eligibleOn: '2031-04-01' }, 'appoint you again from 1 Apr 2031.'],
  [{ number: 0, category: 'executive', endsOn: '' }, 'applies to independent directors only'],
  [{ number: 0, category: 'executive' }, 'Your last day in office is 31 Mar 2028.'],
  [{ status: 'over' }, 'ended on 31 Mar 2028 at the latest. Please enter the first day of your second term'],
  [{ status: 'over', number: 2 }, 'Your second term as an independent director ended on'],
  [{ status: 'left', number: 2, eligibleOn: '2031-04-01' }, 'after two terms'],
  [{ status: 'left' }, 'You left this board on 31 Mar 2028.'],
  [{ status: 'incomplete' }, 'We need the kind of directorship'],
])('says of %o when it ends', (change, want) => {
  expect(termSentence({ ...term, ...change })).toContain(want)
})

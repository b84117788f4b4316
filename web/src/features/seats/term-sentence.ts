import { date } from '@/lib/formats'
import type { Term } from './api'

const ordinal = ['', 'first', 'second']

/** Says in words when a term ends, and what may follow. */
export function termSentence(term: Term): string {
  const nth = `Your ${ordinal[term.number]} term as an independent director`
  switch (term.status) {
    case 'incomplete':
      return 'We need the kind of directorship and, for an independent director, the first day of the first term.'
    case 'left':
      return term.eligibleOn
        ? `You left this board on ${date(term.endsOn)}, after two terms. The company can appoint you again from ${date(term.eligibleOn)}.`
        : `You left this board on ${date(term.endsOn)}.`
    case 'over':
      return term.number === 1
        ? `${nth} ended on ${date(term.endsOn)} at the latest. Please enter the first day of your second term, or your last day in office.`
        : `${nth} ended on ${date(term.endsOn)} at the latest. Please enter your last day in office.`
    case 'running':
      if (term.number === 1)
        return `${nth} ends on ${date(term.endsOn)}. The company can then appoint you for a second term, until ${date(term.latestOn)} at the latest.`
      if (term.number === 2)
        return `${nth} ends on ${date(term.endsOn)}. The company can appoint you again from ${date(term.eligibleOn)}.`
      return term.endsOn
        ? `Your last day in office is ${date(term.endsOn)}.`
        : 'Your term has no end in your profile. The limit of two terms applies to independent directors only.'
  }
}

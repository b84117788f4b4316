import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { counted } from '@/lib/formats'
import { href } from '@/lib/href'
import { boardLabels } from '@/lib/option-labels'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { type Tenure, type Term, tenureQuery } from './api'
import { termSentence } from './term-sentence'

/** When the terms of the member's boards end, and how many boards the law allows. Only the member sees it. */
export function TermsSection() {
  const id = useId()
  const { data: tenure, error, refetch, isFetching } = useQuery(tenureQuery)
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id={id} className="display-3">
            Your terms
          </h2>
          <p className="mt-2 max-w-text text-quiet">
            Only you see this. We compute it from the boards in your profile, and email you six months before a term
            ends.
          </p>
        </div>
        <ButtonLink tone="outline" to={href(paths.accountProfile)}>
          Edit your boards
        </ButtonLink>
      </div>
      <div className="mt-6">
        {tenure ? (
          <Terms tenure={tenure} />
        ) : error ? (
          <LoadError title="Your terms could not be read" error={error} busy={isFetching} onRetry={refetch} />
        ) : (
          <Spinner label="Loading your terms…" />
        )}
      </div>
    </section>
  )
}

function Terms({ tenure }: { tenure: Tenure }) {
  if (tenure.terms.length === 0)
    return (
      <EmptyState title="Your profile has no boards yet">
        <p>Add the boards that you serve on, with the first day of each term. You then see here when each term ends.</p>
      </EmptyState>
    )
  return (
    <>
      <ol className="border-base-300 border-t">
        {tenure.terms.map((term) => (
          <TermRow key={`${term.company} ${term.startsOn} ${term.role}`} term={term} />
        ))}
      </ol>
      <Limits tenure={tenure} />
      <p className="mt-6 max-w-text text-quiet text-sm">
        This is information and not legal advice. Your letter of appointment, the articles of the company or a newer
        rule may set an earlier date.
      </p>
    </>
  )
}

function TermRow({ term }: { term: Term }) {
  return (
    <li className="border-base-300 border-b py-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-sans font-semibold text-lg">{term.company}</h3>
        <TermBadge term={term} />
      </div>
      <p className="text-quiet text-sm">
        {[term.role, term.category && boardLabels.category[term.category]].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-2 max-w-text">{termSentence(term)}</p>
      {term.rules.length > 0 && (
        <Disclosure label="What this is based on" className="mt-1 text-sm">
          <ul className="max-w-text">
            {term.rules.map((rule) => (
              <li key={rule.section + rule.text} className="mb-3">
                <p className="font-medium">{rule.section}</p>
                <p className="text-quiet">{rule.text}</p>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}

function TermBadge({ term }: { term: Term }) {
  if (term.isEndingSoon) return <Badge tone="warning">Ends within six months</Badge>
  switch (term.status) {
    case 'over':
      return <Badge tone="danger">Term is over</Badge>
    case 'incomplete':
      return <Badge tone="outline">Days are missing</Badge>
    case 'left':
      return <Badge>Left</Badge>
    default:
      return null
  }
}

const limitLabels: Record<Tenure['limits'][number]['name'], string> = {
  'listed-independent': 'Listed companies, as an independent director',
  listed: 'Listed companies, in any role',
  public: 'Public companies, listed ones included',
  companies: 'Companies in all',
}

function Limits({ tenure }: { tenure: Tenure }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10">
      <h3 id={id} className="font-sans font-semibold text-lg">
        How many boards the law allows
      </h3>
      <ul className="mt-3 grid gap-x-10 sm:grid-cols-2">
        {tenure.limits.map(({ name, count, max, rule }) => (
          <li key={name} className="border-base-300 border-t py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>{limitLabels[name]}</span>
              <span className="flex items-baseline gap-2 tabular-nums">
                {count > max && <Badge tone="danger">Above the limit</Badge>}
                {count} of {max}
              </span>
            </p>
            <p className="mt-1 text-quiet text-sm">{rule.section}</p>
          </li>
        ))}
      </ul>
      {tenure.untyped > 0 && (
        <p className="mt-3 max-w-text text-quiet text-sm">
          For {counted(tenure.untyped, 'board')} in your profile the type of company is missing.{' '}
          {tenure.untyped === 1 ? 'It counts' : 'They count'} only towards the total.
        </p>
      )}
    </section>
  )
}

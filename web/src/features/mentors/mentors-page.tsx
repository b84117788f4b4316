import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { CircleError } from '@/ui/circle-error'
import { EmptyState } from '@/ui/empty-state'
import { Spinner } from '@/ui/spinner'
import { mentorsQuery } from './api'
import { Mentees } from './mentees'
import { OfferForm } from './offer-form'
import { OwnMentor } from './own-mentor'
import { Suggestions } from './suggestions'

/** The member's mentor or three suggestions, the members whom they mentor, and their offer to mentor. */
export function MentorsPage() {
  const [params] = useSearchParams()
  const { data, error, isFetching, refetch } = useQuery(mentorsQuery(params.get('topic') ?? ''))
  if (!data && error)
    return <CircleError title="The mentors could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  if (!data) return <Spinner label="Loading the mentors…" />
  if (!data.isListed)
    return (
      <EmptyState
        title="Publish your profile first"
        action={<ButtonLink to={paths.circleProfile}>Your profile</ButtonLink>}
      >
        <p>
          Mentors and the members whom they mentor see each other in the directory. A mentorship is hidden while your
          profile is not published.
        </p>
      </EmptyState>
    )
  const { mentor, asked, mentees, offer, suggestions } = data
  const isTaken = mentor?.status === 'waiting' || mentor?.status === 'active'
  return (
    <div className="flex max-w-3xl flex-col gap-14">
      {asked.length > 0 && (
        <Part title="Members who ask you">
          <Mentees list={asked} />
        </Part>
      )}
      <Part title="Your mentor">
        {mentor && <OwnMentor mentorship={mentor} />}
        {!isTaken && <Suggestions suggestions={suggestions} />}
      </Part>
      {mentees.length > 0 && (
        <Part title="Members whom you mentor">
          <Mentees list={mentees} />
        </Part>
      )}
      <Part title="Mentor other members">
        <OfferForm key={`${offer.capacity} ${offer.isPaused}`} offer={offer} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display-3">
        {title}
      </h2>
      {children}
    </section>
  )
}

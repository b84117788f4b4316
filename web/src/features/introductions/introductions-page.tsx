import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button'
import { CircleError } from '@/ui/circle-error'
import { EmptyState } from '@/ui/empty-state'
import { Day } from '@/ui/moment'
import { Portrait } from '@/ui/portrait'
import { Spinner } from '@/ui/spinner'
import { type Introduction, introductionsQuery } from './api'
import { isHidden, statuses } from './labels'

/** The introductions of the member: those that wait for an answer, requests, and conversations. */
export function IntroductionsPage() {
  const { data, error, isFetching, refetch } = useQuery(introductionsQuery)
  if (!data && error)
    return (
      <CircleError title="Your introductions could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
    )
  if (!data) return <Spinner label="Loading your introductions…" />
  const { asked, sent, conversations } = data
  if (!data.isListed)
    return (
      <>
        <EmptyState
          title="Publish your profile first"
          action={<ButtonLink to={paths.circleProfile}>Your profile</ButtonLink>}
        >
          <p>
            Introductions are between members who see each other in the directory. While your profile is not published,
            your requests are hidden, and you can only read your conversations.
          </p>
        </EmptyState>
        {conversations.length > 0 && <Part title="Conversations" list={conversations} />}
      </>
    )
  if (asked.length + sent.length + conversations.length === 0)
    return (
      <EmptyState
        title="No introductions yet"
        action={<ButtonLink to={paths.circleDirectory}>See all members</ButtonLink>}
      >
        <p>Open the profile of a member and ask for an introduction. You can have five requests at a time.</p>
      </EmptyState>
    )
  return (
    <div className="flex max-w-3xl flex-col gap-14">
      <Part title="Waiting for you" none="No request waits for your answer." list={asked} />
      <Part
        title="Conversations"
        none="A conversation opens when both have accepted an introduction."
        list={conversations}
      />
      <Part title="Your requests" none="You have not asked for an introduction lately." list={sent}>
        <p className="mt-2 text-quiet">
          A member can answer for 14 days. After a request without an answer, you can ask the same member again 90 days
          later.
        </p>
      </Part>
    </div>
  )
}

type PartProps = { title: string; none?: string; list: readonly Introduction[]; children?: ReactNode }

function Part({ title, none, list, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display-3">
        {title}
      </h2>
      {children}
      {list.length === 0 ? (
        <p className="mt-3 text-quiet">{none}</p>
      ) : (
        <ul className="mt-4 border-base-300 border-t">
          {list.map((introduction) => (
            <Line key={introduction.id} introduction={introduction} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ introduction }: { introduction: Introduction }) {
  const { id, person, status } = introduction
  return (
    <li className="flex items-start gap-4 border-base-300 border-b py-4">
      <Portrait src={person.portrait} name={isHidden(introduction) ? '' : person.name} className="size-14" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Link to={href(paths.circleIntroduction, { id })} className="min-w-0 break-words text-link font-semibold">
            {person.name}
          </Link>
          <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
        </p>
        <p className="text-quiet text-sm">{[person.designation, person.company].filter(Boolean).join(', ')}</p>
        <p className="mt-1 text-quiet text-sm">
          <When introduction={introduction} />
        </p>
      </div>
    </li>
  )
}

function When({ introduction: { status, sentAt, expiresAt, openedAt, lastMessageAt, isSuggested } }: LineProps) {
  switch (status) {
    case 'asked':
      return (
        <>
          {isSuggested ? 'Suggested by the office' : 'Asked'} on <Day at={sentAt} />. You can answer until{' '}
          <Day at={expiresAt} />.
        </>
      )
    case 'waiting':
      return (
        <>
          {isSuggested ? 'Suggested by the office' : 'Sent'} on <Day at={sentAt} />, can be answered until{' '}
          <Day at={expiresAt} />.
        </>
      )
    case 'open':
    case 'closed':
      return lastMessageAt ? (
        <>
          Last message on <Day at={lastMessageAt} />.
        </>
      ) : (
        <>
          Introduced on <Day at={openedAt} />. No messages yet.
        </>
      )
    default:
      return (
        <>
          Sent on <Day at={sentAt} />, ended on <Day at={expiresAt} />.
        </>
      )
  }
}

type LineProps = { introduction: Introduction }

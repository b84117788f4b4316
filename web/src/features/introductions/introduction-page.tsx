import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { UnreadCircleRecord } from '@/ui/circle-error'
import { Day } from '@/ui/moment'
import { Notice } from '@/ui/notice'
import { Portrait } from '@/ui/portrait'
import { RecordTitle } from '@/ui/record-title'
import { Spinner } from '@/ui/spinner'
import { AnswerButtons, StepButton } from './answer-buttons'
import { type Introduction, introductionQuery } from './api'
import { Conversation } from './conversation'
import { hiddenSentence, isHidden, statuses } from './labels'

/** An introduction: who, why, the answer, and the conversation. */
export function IntroductionPage() {
  const { id = '' } = useParams()
  const { data: introduction, error, refetch } = useQuery(introductionQuery(id))
  if (!introduction && error)
    return (
      <UnreadCircleRecord
        what="Introduction"
        error={error}
        onRetry={refetch}
        list={{ label: 'All introductions', to: paths.circleIntroductions }}
      />
    )
  if (!introduction) return <Spinner label="Loading the introduction…" />
  const { person, status } = introduction
  return (
    <article className="max-w-3xl">
      <p className="-mt-4 mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.circleIntroductions}>
          All introductions
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Portrait src={person.portrait} name={isHidden(introduction) ? '' : person.name} className="size-20" />
        <div className="min-w-0">
          <RecordTitle title={person.name}>
            {isHidden(introduction) ? (
              person.name
            ) : (
              <Link to={href(paths.circlePerson, { person: person.id })} className="text-link">
                {person.name}
              </Link>
            )}
          </RecordTitle>
          <p className="text-quiet">{[person.designation, person.company].filter(Boolean).join(', ')}</p>
        </div>
        <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
      </div>
      <section aria-label="The reason" className="mt-8 border-base-300 border-t pt-5">
        <p className="text-quiet text-sm">
          <Origin introduction={introduction} />
        </p>
        <p className="mt-2 max-w-text whitespace-pre-line break-words">{introduction.reason}</p>
      </section>
      <NextStep introduction={introduction} />
      {(status === 'open' || status === 'closed') && <Conversation introduction={introduction} />}
    </article>
  )
}

function Origin({ introduction: { person, isSuggested, isOwn, sentAt } }: { introduction: Introduction }) {
  return (
    <>
      {isSuggested ? 'The office suggested this' : isOwn ? 'You asked' : `${person.name} asked`} on <Day at={sentAt} />:
    </>
  )
}

/** What the member can do now. */
function NextStep({ introduction }: { introduction: Introduction }) {
  const { person, status, expiresAt, isOwn, isSuggested, id } = introduction
  switch (status) {
    case 'asked':
      return (
        <div className="mt-6">
          <p className="mb-4 max-w-text text-quiet">
            If you accept, {isSuggested && 'and if the other member does too, '}you can write to each other, and each of
            you sees the contacts that the other shares after an introduction. A decline is not shown. You can answer
            until <Day at={expiresAt} />.
          </p>
          <AnswerButtons introduction={introduction} />
        </div>
      )
    case 'waiting':
      return (
        <div className="mt-6">
          <Notice title="Waiting for the answer">
            <p>
              {person.name} can answer until <Day at={expiresAt} />. We email you when you are introduced.
            </p>
          </Notice>
          {isOwn && (
            <div className="mt-4">
              <StepButton
                id={id}
                asks={{
                  step: 'withdraw',
                  label: 'Withdraw the request',
                  title: 'Withdraw your request?',
                  effect: (
                    <p>
                      {person.name} no longer sees it. You can ask {person.name} again 90 days after{' '}
                      <Day at={expiresAt} />.
                    </p>
                  ),
                  done: 'Your request is withdrawn',
                  failed: 'Your request was not withdrawn',
                }}
              />
            </div>
          )}
        </div>
      )
    case 'unanswered':
      return (
        <div className="mt-6">
          <Notice title="The request has ended">
            <p>
              The time for an answer ended on <Day at={expiresAt} />.
              {isOwn && ` You can ask ${person.name} again 90 days after that date, on their profile.`}
            </p>
          </Notice>
        </div>
      )
    case 'declined':
      return (
        <div className="mt-6">
          <Notice title="You have declined">
            <p>The other member is not told.</p>
          </Notice>
        </div>
      )
    case 'withdrawn':
      return (
        <div className="mt-6">
          <Notice title="You have withdrawn this request">
            <p>The other member no longer sees it.</p>
          </Notice>
        </div>
      )
    default:
      if (isHidden(introduction))
        return (
          <div className="mt-6">
            <Notice title="You can only read this conversation">
              <p>{hiddenSentence}</p>
            </Notice>
          </div>
        )
      return (
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link
            to={href(paths.circlePerson, { person: person.id })}
            className="text-link inline-flex min-h-11 items-center"
          >
            {status === 'open' ? 'See their profile and contacts' : 'See their profile'}
          </Link>
          {status === 'open' && (
            <StepButton
              id={id}
              asks={{
                step: 'close',
                label: 'Close the conversation',
                title: `Close the conversation with ${person.name}?`,
                effect: (
                  <p>
                    Neither of you can write messages, and contacts that you share only after an introduction are hidden
                    again. {person.name} sees that the conversation is closed.
                  </p>
                ),
                done: 'The conversation is closed',
                failed: 'The conversation was not closed',
              }}
            />
          )}
        </div>
      )
  }
}

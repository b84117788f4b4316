import type { ReactNode } from 'react'
import { Day } from '@/ui/moment'
import { Notice } from '@/ui/notice'
import type { Mentorship } from './api'
import { CheckIn } from './check-in'
import { topicLabel } from './labels'
import { MeetingLinks } from './meeting-links'
import { PersonLine } from './person-line'
import { StepButton } from './step-button'

/** The member's mentor, the request that waits, or the result of the last request. */
export function OwnMentor({ mentorship }: { mentorship: Mentorship }) {
  const { id, person, status, topic, expiresAt, startedAt, endedAt } = mentorship
  switch (status) {
    case 'active':
      return (
        <div className="mt-4">
          <PersonLine person={person}>
            <p className="mt-1 text-quiet text-sm">
              {topicLabel(topic)}. Your mentor since <Day at={startedAt} />.
            </p>
            <MeetingLinks person={person} />
            <div className="mt-3 flex flex-wrap gap-3">
              <CheckIn mentorship={mentorship} />
              <EndButton mentorship={mentorship} />
            </div>
          </PersonLine>
        </div>
      )
    case 'hidden':
      return (
        <div className="mt-4">
          <HiddenMentorship mentorship={mentorship}>
            You can end it, or ask another mentor, which ends it too.
          </HiddenMentorship>
        </div>
      )
    case 'waiting':
      return (
        <div className="mt-4">
          <PersonLine person={person}>
            <p className="mt-1 text-quiet text-sm">
              {topicLabel(topic)}. Your request waits for an answer until <Day at={expiresAt} />.
            </p>
            <div className="mt-3">
              <StepButton
                id={id}
                step="withdraw"
                label="Withdraw the request"
                title={`Withdraw your request to ${person.name}?`}
                done="Your request is withdrawn"
                failed="Your request was not withdrawn"
              >
                You can then ask another mentor. You can ask {person.name} again 90 days after <Day at={expiresAt} />.
              </StepButton>
            </div>
          </PersonLine>
        </div>
      )
    case 'unanswered':
      return (
        <div className="mt-4">
          <Notice title="Your request has ended">
            <p>
              {person.name} did not accept your request by <Day at={expiresAt} />. Please choose another mentor.
            </p>
          </Notice>
        </div>
      )
    case 'ended':
      return (
        <p className="mt-3 text-quiet">
          Your mentorship with {person.id ? person.name : 'a member'} ended on <Day at={endedAt} />.
        </p>
      )
    default:
      return null
  }
}

/** An active mentorship of two people who do not see each other in the directory. */
export function HiddenMentorship({ mentorship, children }: { mentorship: Mentorship; children?: ReactNode }) {
  return (
    <>
      <p className="max-w-text">
        A mentorship since <Day at={mentorship.startedAt} /> is hidden, because you and the other member do not see each
        other in the directory at the moment. {children}
      </p>
      <div className="mt-3">
        <EndButton mentorship={mentorship} />
      </div>
    </>
  )
}

/** Ends a mentorship, for both people. */
export function EndButton({ mentorship: { id, person } }: { mentorship: Mentorship }) {
  return (
    <StepButton
      id={id}
      step="end"
      label="End the mentorship"
      title={person.id ? `End the mentorship with ${person.name}?` : 'End this mentorship?'}
      done="The mentorship has ended"
      failed="The mentorship was not ended"
    >
      You do not have to give a reason. You can still write to each other until one of you closes the conversation.
    </StepButton>
  )
}

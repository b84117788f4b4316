import { Button } from '@/ui/button'
import { Day } from '@/ui/moment'
import { useReport } from '@/ui/use-report'
import { type Mentorship, useStep } from './api'
import { CheckIn } from './check-in'
import { topicLabel } from './labels'
import { MeetingLinks } from './meeting-links'
import { EndButton, HiddenMentorship } from './own-mentor'
import { PersonLine } from './person-line'
import { StepButton } from './step-button'

/** Members who ask the member to be their mentor, or whom the member mentors. */
export function Mentees({ list }: { list: readonly Mentorship[] }) {
  return (
    <ul className="mt-4 border-base-300 border-t">
      {list.map((mentorship) => (
        <li key={mentorship.id} className="border-base-300 border-b py-5">
          {mentorship.status === 'hidden' ? (
            <HiddenMentorship mentorship={mentorship}>
              It takes one of your places until one of you ends it.
            </HiddenMentorship>
          ) : (
            <PersonLine person={mentorship.person}>
              {mentorship.status === 'asked' ? <Request mentorship={mentorship} /> : <Mentee mentorship={mentorship} />}
            </PersonLine>
          )}
        </li>
      ))}
    </ul>
  )
}

function Request({ mentorship }: { mentorship: Mentorship }) {
  const { topic, note, askedAt, expiresAt } = mentorship
  return (
    <>
      <p className="mt-1 text-quiet text-sm">
        {topicLabel(topic)}. Asked on <Day at={askedAt} />. You can answer until <Day at={expiresAt} />.
      </p>
      <p className="mt-2 max-w-text whitespace-pre-line break-words">{note}</p>
      <div className="mt-3">
        <RequestButtons mentorship={mentorship} />
      </div>
    </>
  )
}

/** Accepts or declines the request of a mentee. */
export function RequestButtons({ mentorship: { id, person } }: { mentorship: Mentorship }) {
  const report = useReport()
  const { mutateAsync, isPending } = useStep(id)
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        busy={isPending}
        aria-label={`Accept ${person.name}`}
        onClick={() =>
          report(mutateAsync('accept'), {
            done: () => ({ title: `You are the mentor of ${person.name}` }),
            failed: 'Your answer was not saved',
          })
        }
      >
        Accept
      </Button>
      <StepButton
        id={id}
        step="decline"
        label="Decline"
        title={`Decline the request of ${person.name}?`}
        done="You have declined"
        failed="Your answer was not saved"
        isDestructive={false}
      >
        {person.name} is not told. The request ends without an answer.
      </StepButton>
    </div>
  )
}

function Mentee({ mentorship }: { mentorship: Mentorship }) {
  return (
    <>
      <p className="mt-1 text-quiet text-sm">
        {topicLabel(mentorship.topic)}. Since <Day at={mentorship.startedAt} />.
      </p>
      <MeetingLinks person={mentorship.person} />
      <div className="mt-3 flex flex-wrap gap-3">
        <CheckIn mentorship={mentorship} />
        <EndButton mentorship={mentorship} />
      </div>
    </>
  )
}

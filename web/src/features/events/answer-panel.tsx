import { useId, useState } from 'react'
import type { Body } from '@/lib/api'
import { counted, dateAndTime, timeOfDay } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useReport } from '@/ui/use-report'
import { joinAddress, type Session, useAnswer } from './api'
import { queueSentence } from './queue-sentence'

type Wish = Body<'POST /api/events/{id}/answer'>['answer']
type PanelProps = { session: Session; now: Date }

/** The places of a session and the member's answer, with what they can do next. */
export function AnswerPanel({ session, now }: PanelProps) {
  const id = useId()
  const isOver = now > new Date(session.endsAt)
  return (
    <section aria-labelledby={id} className="border border-base-300 p-5">
      <h2 id={id} className="font-sans font-semibold text-lg">
        {isOver ? 'This session is over' : headings[session.state]}
      </h2>
      {isOver ? (
        <p className="mt-2 text-quiet">
          {session.state === 'going'
            ? 'You had a place.'
            : `${counted(session.taken, 'person', 'people')} had a place.`}
        </p>
      ) : (
        <>
          <p className="mt-2 text-quiet tabular-nums">
            {session.taken} of {session.capacity} places are taken
            {session.waiting > 0 && `, and ${counted(session.waiting, 'person waits', 'people wait')}`}.
          </p>
          <OpenAnswer session={session} now={now} />
        </>
      )}
    </section>
  )
}

const headings: Record<Session['state'], string> = {
  none: 'Are you coming?',
  going: 'You are going',
  waiting: 'You are on the waiting list',
  declined: 'You are not coming',
  cancelled: 'You are not coming',
}

/**
 * The member's answer to a session that is not over. With isShort, the consent is asked for after the answer, and
 * the link to the meeting is shown once it works.
 */
export function OpenAnswer({ session, now, isShort = false }: PanelProps & { isShort?: boolean }) {
  const { mutateAsync, isPending, variables } = useAnswer(session.id)
  const report = useReport()
  // What the member has chosen since the page was opened.
  const [choice, setChoice] = useState<boolean>()
  const [isLeaving, setLeaving] = useState(false)
  const hasConsented = choice ?? session.hasConsented
  const answer = (wish: Wish) =>
    report(mutateAsync({ answer: wish, hasConsented }), {
      done: ({ state }) => ({
        title: session.state === 'waiting' && wish === 'cancelled' ? 'You have left the waiting list' : results[state],
      }),
      failed: 'Your answer was not saved',
    })
  /** Changes the consent of a member who is going, who keeps the place. */
  const changeConsent = async (agrees: boolean) => {
    if (isPending) return
    setChoice(agrees)
    const isSaved = await report(mutateAsync({ answer: 'going', hasConsented: agrees }), {
      done: () => ({ title: agrees ? 'You agree to be recorded' : 'You no longer agree to be recorded' }),
      failed: 'Your choice was not saved',
    })
    if (!isSaved) setChoice(undefined)
  }
  const busy = (wish: Wish) => isPending && variables.answer === wish
  const isIn = session.state === 'going' || session.state === 'waiting'
  const isFull = session.taken >= session.capacity
  const isLate = now >= new Date(session.promotionEndsAt)
  // A member who gives up this place may not get it back.
  const losesPlace = session.state === 'going' && (isLate ? isFull : session.waiting > 0)
  return (
    <>
      {session.state === 'going' && !(isShort && now < new Date(session.joinsAt)) && (
        <Join session={session} now={now} />
      )}
      {session.state === 'waiting' && (
        <p className="mt-3">{queueSentence(session.queuePlace, session.promotionEndsAt, now)}</p>
      )}
      {!isIn && (
        <>
          {isFull && (
            <p className="mt-3">
              All places are taken.{' '}
              {isLate
                ? 'If a place becomes free, you can take it here.'
                : 'You can join the waiting list: the first on it gets the next free place.'}
            </p>
          )}
          {!isShort && <Consent checked={hasConsented} onChange={setChoice} />}
        </>
      )}
      {session.state === 'going' && <Consent checked={hasConsented} onChange={changeConsent} />}
      <div className="mt-5 flex flex-wrap gap-3">
        {!isIn && !(isFull && isLate) && (
          <Button busy={busy('going')} onClick={() => answer('going')}>
            {isFull ? 'Join the waiting list' : 'I am coming'}
          </Button>
        )}
        {session.state === 'waiting' && isLate && !isFull && (
          <Button busy={busy('going')} onClick={() => answer('going')}>
            Take the free place
          </Button>
        )}
        {session.state === 'none' && (
          <Button tone="outline" busy={busy('declined')} onClick={() => answer('declined')}>
            I cannot come
          </Button>
        )}
        {isIn && (
          <Button
            tone="outline"
            busy={busy('cancelled')}
            onClick={() => (losesPlace ? setLeaving(true) : answer('cancelled'))}
          >
            {session.state === 'going' ? 'I cannot come after all' : 'Leave the waiting list'}
          </Button>
        )}
      </div>
      <Confirm
        open={isLeaving}
        title="Give up your place?"
        confirmLabel="Give up the place"
        cancelLabel="Keep the place"
        busy={busy('cancelled')}
        onConfirm={async () => {
          await answer('cancelled')
          setLeaving(false)
        }}
        onClose={() => setLeaving(false)}
      >
        <p>{leaveWarning(session.waiting, isLate)}</p>
      </Confirm>
    </>
  )
}

function leaveWarning(waiting: number, isLate: boolean): string {
  if (isLate) return 'Another member can take your place at once, and then you cannot have it back.'
  if (waiting === 0) return 'No one is waiting for a place at the moment.' // since the dialog was opened
  const others = counted(waiting, 'member is', 'members are')
  return `${others} waiting for a place. If you change your mind, you join the end of the waiting list.`
}

function Consent({ checked, onChange }: { checked: boolean; onChange: (agrees: boolean) => void }) {
  const id = useId()
  return (
    <label htmlFor={id} className="mt-4 flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="checkbox mt-0.5 size-6 shrink-0"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        I agree to be recorded.
        <span className="block text-quiet text-sm">
          Only members and our office see the recording. Without your consent, please keep your camera and microphone
          off while we record.
        </span>
      </span>
    </label>
  )
}

const results: Record<Session['state'], string> = {
  none: 'Your answer was saved',
  going: 'You have a place',
  waiting: 'You are on the waiting list',
  declined: 'Your answer was saved',
  cancelled: 'Your place is free for another member',
}

/** The link to the meeting, from 15 minutes before the start. */
function Join({ session, now }: PanelProps) {
  if (now < new Date(session.joinsAt))
    return (
      <p className="mt-3">
        You can join here from {dateAndTime(session.joinsAt)} IST, 15 minutes before the start. We remind you a day and
        an hour before.
      </p>
    )
  return (
    <p className="mt-4">
      <a href={joinAddress(session.id)} target="_blank" rel="noreferrer" className="btn btn-primary">
        Join the session
      </a>
      <span className="mt-2 block text-quiet text-sm">Until {timeOfDay(session.endsAt)} IST</span>
    </p>
  )
}

import { Link } from 'react-router'
import { dateAndTime } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import type { Session } from './api'
import { queueSentence } from './queue-sentence'

/**
 * Says why the meeting did not open for a member, and what they can do. The server redirects to the page without a
 * reason, so the notice says what is true now: it changes when the meeting opens or the member answers.
 */
export function JoinRefusal({ session, now }: { session: Session; now: Date }) {
  const { title, text, isFinal } = refusalOf(session, now)
  return (
    <div role="status" className="mt-6 max-w-text">
      <Notice tone={isFinal ? 'info' : 'warning'} title={title}>
        <p>{text}</p>
        {isFinal && (
          <Link to={paths.circleSessions} className="text-link inline-flex min-h-11 items-center">
            See the other sessions
          </Link>
        )}
      </Notice>
    </div>
  )
}

/** isFinal is true if the meeting will no longer open. */
function refusalOf(session: Session, now: Date): { title: string; text: string; isFinal?: boolean } {
  if (session.status === 'cancelled')
    return { title: 'There is no meeting', text: 'This session is cancelled.', isFinal: true }
  if (now > new Date(session.endsAt))
    return {
      title: 'The meeting is over',
      text: 'The recording and the notes are on this page once the office has added them.',
      isFinal: true,
    }
  if (session.state === 'waiting')
    return {
      title: 'You do not have a place yet',
      text: queueSentence(session.queuePlace, session.promotionEndsAt, now),
    }
  if (session.state !== 'going')
    return {
      title: 'You have not said that you are coming',
      text: 'Only members who are going can join. Please answer on this page first.',
    }
  if (now < new Date(session.joinsAt))
    return {
      title: 'The meeting is not open yet',
      text: `It opens on ${dateAndTime(session.joinsAt)} IST, 15 minutes before the start. Please come back then and choose “Join the session” on this page.`,
    }
  return {
    title: 'You can join now',
    text: 'Please choose “Join the session” on this page. If you see this again, the address of the meeting is not known yet: please try again in a few minutes.',
  }
}

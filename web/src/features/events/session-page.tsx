import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { address } from '@/lib/api'
import { href } from '@/lib/href'
import { sessionTime } from '@/lib/language'
import { paths } from '@/lib/paths'
import { useNow } from '@/lib/use-now'
import { UnreadCircleRecord } from '@/ui/circle-error'
import { Notice } from '@/ui/notice'
import { ProfileLink } from '@/ui/profile-link'
import { RecordTitle } from '@/ui/record-title'
import { RichText } from '@/ui/rich-text'
import { Spinner } from '@/ui/spinner'
import { AnswerPanel } from './answer-panel'
import { libraryItemsQuery, type Session, sessionQuery } from './api'
import { JoinRefusal } from './join-refusal'
import { Speakers } from './speakers'
import { ownTime, viewerZone } from './when'

/** A session of the circle: what it is about, the member's answer, and its recording afterwards. */
export function SessionPage() {
  const { id = '' } = useParams()
  const { data: session, error, refetch } = useQuery(sessionQuery(id))
  if (!session && error)
    return (
      <UnreadCircleRecord
        what="Session"
        error={error}
        onRetry={refetch}
        list={{ label: 'All sessions', to: paths.circleSessions }}
      />
    )
  if (!session) return <Spinner label="Loading the session…" />
  return (
    <>
      <p className="-mt-4 mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.circleSessions}>
          All sessions
        </Link>
      </p>
      <SessionDetail session={session} />
    </>
  )
}

function SessionDetail({ session }: { session: Session }) {
  const now = useNow()
  const [params] = useSearchParams()
  const isOver = now > new Date(session.endsAt)
  const own = ownTime(session, viewerZone())
  return (
    <>
      <RecordTitle title={session.title} />
      <p className="mt-4 text-lg tabular-nums">{sessionTime(session)}</p>
      {own && <p className="text-quiet tabular-nums">{own}</p>}
      <p className="mt-1 text-quiet">
        Hosted by <ProfileLink person={session.hostPersonId}>{session.host}</ProfileLink> · {session.place}
      </p>
      {params.get('meeting') === 'closed' && <JoinRefusal session={session} now={now} />}
      <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 lg:order-first">
          {isOver && session.status === 'published' && <Afterwards session={session} />}
          {session.abstract && <RichText html={session.abstract} className="max-w-text" />}
          {session.speakers.length > 0 && <Speakers title="Speakers" speakers={session.speakers} />}
          <LibraryItems session={session.id} />
        </div>
        <aside className="flex flex-col gap-6 max-lg:order-first">
          {session.status === 'cancelled' ? (
            <Notice tone="danger" title="This session is cancelled">
              {session.cancelReason && <p className="whitespace-pre-line">{session.cancelReason}</p>}
            </Notice>
          ) : (
            <AnswerPanel session={session} now={now} />
          )}
          {!isOver && session.status === 'published' && (
            <p>
              <a href={address('GET /api/events/{id}/calendar', { id: session.id })} download className="text-link">
                Add to calendar
              </a>
              <span className="block text-quiet text-sm">A file for this session only.</span>
            </p>
          )}
        </aside>
      </div>
    </>
  )
}

/** The items of the library that belong to the session. The page does not need them, so it shows no error. */
function LibraryItems({ session }: { session: string }) {
  const { data: items = [] } = useQuery(libraryItemsQuery(session))
  if (items.length === 0) return null
  return (
    <section className="mt-10 border-base-300 border-t pt-6">
      <h2 className="display-3">In the library</h2>
      <ul className="mt-3">
        {items.map(({ id, title }) => (
          <li key={id}>
            <Link to={href(paths.circleLibraryItem, { id })} className="text-link inline-flex min-h-11 items-center">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The recording, the slides and the notes of a session that is over. */
function Afterwards({ session: { recordingUrl, slidesUrl, notes } }: { session: Session }) {
  if (!recordingUrl && !slidesUrl && !notes)
    return (
      <p className="mb-10 text-quiet">The recording and the notes are shown here once the office has added them.</p>
    )
  return (
    <section className="mb-10 border-base-300 border-b pb-8">
      <h2 className="display-3">Recording and notes</h2>
      <p className="mt-1 text-quiet text-sm">For members only. Please do not share them.</p>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        {recordingUrl && <FileLink to={recordingUrl} label="Watch the recording" />}
        {slidesUrl && <FileLink to={slidesUrl} label="Open the slides" />}
      </ul>
      {notes && <RichText html={notes} className="mt-4 max-w-text" />}
    </section>
  )
}

function FileLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <a href={to} target="_blank" rel="noreferrer" className="text-link inline-flex min-h-11 items-center">
        {label}
      </a>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { href } from '@/lib/href'
import { useHydrated } from '@/lib/hydrated'
import { useDates } from '@/lib/language'
import { paths } from '@/lib/paths'
import { EditedElsewhere, SessionText, useEnglishProps, useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { RichText } from '@/ui/rich-text'
import { Spinner } from '@/ui/spinner'
import { UnreadRecord } from '@/ui/unread-record'
import { Speakers } from '../speakers'
import { type PublicSession, publicSessionQuery } from './api'
import { GuestSection } from './guest-section'

/** A session that visitors may know of, such as the launch event. The server renders it. */
export function SessionPage() {
  const text = useTexts('session')
  const { id = '' } = useParams()
  const { data: session, error, refetch } = useQuery(publicSessionQuery(id))
  const title = session && text.plain('head.title', { session: session.title })
  useEffect(() => {
    if (title) document.title = title
  }, [title])
  return (
    <div className="page py-12 md:py-16">
      {session ? (
        <Session session={session} />
      ) : error ? (
        <UnreadRecord
          texts={{ notFound: text('notFound'), notLoaded: text('notLoaded'), reason: text.plain('failed') }}
          error={error}
          onRetry={refetch}
          list={{ label: text('toSite'), to: paths.home }}
        />
      ) : (
        <Spinner label={text('loading')} />
      )}
    </div>
  )
}

function Session({ session }: { session: PublicSession }) {
  const text = useTexts('session')
  const english = useEnglishProps()
  // The server renders the page once and not each minute, so only the browser compares with the time.
  const isOver = useHydrated() && new Date() > new Date(session.endsAt)
  return (
    <>
      <p className="chapter">{text('chapter')}</p>
      <h1 className="display-2 mt-3" tabIndex={-1}>
        <SessionText>{session.title}</SessionText>
      </h1>
      <p className="mt-4 text-lg tabular-nums">
        <EditedElsewhere from="sessions">{useDates().sessionTime(session)}</EditedElsewhere>
      </p>
      <p className="mt-1 text-quiet">
        {text('host', {
          host: <SessionText>{session.host}</SessionText>,
          place: <SessionText>{session.place}</SessionText>,
        })}
      </p>
      {session.status === 'cancelled' && (
        <div className="mt-8 max-w-text">
          <Notice tone="danger" title={text('cancelled')} />
        </div>
      )}
      {session.abstract && (
        <EditedElsewhere from="sessions">
          <RichText html={session.abstract} {...english} className="mt-8 max-w-text" />
        </EditedElsewhere>
      )}
      {session.speakers.length > 0 && <Speakers title={text('speakers')} speakers={session.speakers} />}
      {session.status !== 'cancelled' && (
        <div className="mt-10 border-base-300 border-t pt-8">
          {!isOver && <GuestSection id={session.id} />}
          <p className={isOver ? '' : 'mt-10 max-w-text'}>{text(isOver ? 'over' : 'open')}</p>
          <div className="mt-5 flex flex-wrap gap-3">
            <ButtonLink tone="outline" to={href(paths.circleSession, { id: session.id })}>
              {text('forMembers')}
            </ButtonLink>
            <ButtonLink tone="outline" to={paths.register}>
              {text('nominate')}
            </ButtonLink>
          </div>
        </div>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { dateAndTime } from '@/lib/formats'
import { sessionCancellationForm, sessionRepeatForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { Button, ButtonLink } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { TextAreaField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { ScreenSkeleton } from '@/ui/skeleton'
import { StatCard, StatRow } from '@/ui/stat-card'
import { UnreadRecord } from '@/ui/unread-record'
import { useReport } from '@/ui/use-report'
import { announced, emailed } from './announced'
import {
  type OfficeSession,
  officeSessionQuery,
  useCancelSession,
  useDeleteSession,
  usePublishSession,
  useRepeatSession,
} from './api'
import { Attendees } from './attendees'
import { DayTasks } from './day-tasks'
import { Guests } from './guests'
import { SessionForm } from './session-form'
import { SessionStatus } from './session-status'

/** A session in the console: its places, the tasks of the day, who attends, and its form. */
export function SessionPage() {
  const { id = '' } = useParams()
  const { data: session, error, refetch } = useQuery(officeSessionQuery(id))
  if (!session && error)
    return (
      <UnreadRecord
        what="Session"
        error={error}
        onRetry={refetch}
        list={{ label: 'All sessions', to: consolePaths.sessions }}
      />
    )
  if (!session) return <ScreenSkeleton />
  const isDraft = session.status === 'draft'
  return (
    <>
      <p className="mb-2">
        <Link to={consolePaths.sessions} className="text-link inline-flex min-h-11 items-center">
          All sessions
        </Link>
      </p>
      <PageHead
        title={session.title}
        named={session.title}
        lede={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <SessionStatus session={session} />
            {dateAndTime(session.startsAt)} IST · {session.place}
          </span>
        }
        actions={<Actions session={session} />}
      />
      {session.status === 'cancelled' && (
        <div className="mb-6">
          <Notice tone="danger" title="This session is cancelled">
            {session.cancelReason && <p className="whitespace-pre-line">{session.cancelReason}</p>}
          </Notice>
        </div>
      )}
      {!isDraft && (
        <>
          <StatRow>
            <StatCard label="Going" value={`${session.taken} of ${session.capacity}`} />
            <StatCard label="Waiting" value={session.waiting} />
            <StatCard label="Agree to be recorded" value={`${session.consents} of ${session.taken - session.guests}`} />
            <StatCard label="Attended" value={session.attended} />
          </StatRow>
          {session.status === 'published' && <DayTasks session={session} />}
          <Attendees session={session} />
          {session.isPublic && <Guests session={session} />}
        </>
      )}
      {session.status !== 'cancelled' && (
        <Section title={isDraft ? 'The draft' : 'Edit the session'}>
          <SessionForm key={session.id} session={session} />
        </Section>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="display-3 mb-4">{title}</h2>
      {children}
    </section>
  )
}

type Dialogs = 'publish' | 'cancel' | 'repeat' | 'delete'

function Actions({ session }: { session: OfficeSession }) {
  const [open, setOpen] = useState<Dialogs>()
  const close = () => setOpen(undefined)
  const isAhead = session.status === 'published' && new Date(session.endsAt) > new Date()
  return (
    <div className="flex flex-wrap gap-3">
      {session.status === 'draft' && <Button onClick={() => setOpen('publish')}>Publish</Button>}
      <Button tone="outline" onClick={() => setOpen('repeat')}>
        Repeat monthly
      </Button>
      <ButtonLink tone="outline" to={href(consolePaths.sessionNew, { from: session.id })}>
        Copy
      </ButtonLink>
      {session.status === 'draft' && (
        <Button tone="outline" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {isAhead && (
        <Button tone="outline" onClick={() => setOpen('cancel')}>
          Cancel the session
        </Button>
      )}
      {open === 'publish' && <PublishDialog session={session} onClose={close} />}
      {open === 'cancel' && <CancelDialog session={session} onClose={close} />}
      {open === 'repeat' && <RepeatDialog session={session} onClose={close} />}
      {open === 'delete' && <DeleteDialog session={session} onClose={close} />}
    </div>
  )
}

type DialogProps = { session: OfficeSession; onClose: () => void }

function PublishDialog({ session, onClose }: DialogProps) {
  const { mutateAsync, isPending } = usePublishSession(session.id)
  const report = useReport()
  async function publish() {
    await report(mutateAsync(), {
      done: () => ({ title: 'Session published' }),
      failed: 'The session was not published',
    })
    onClose()
  }
  return (
    <Confirm
      open
      title={`Publish “${session.title}”?`}
      confirmLabel="Publish"
      isDestructive={false}
      busy={isPending}
      onConfirm={publish}
      onClose={onClose}
    >
      <p>{announced(session)}</p>
      {!session.hasMeetingUrl && (
        <p className="mt-3">The address of the meeting is not stored yet. You can add it later.</p>
      )}
    </Confirm>
  )
}

function CancelDialog({ session: shown, onClose }: DialogProps) {
  const { mutateAsync } = useCancelSession(shown.id)
  // Members may have answered since the page was loaded.
  const { data: session = shown } = useQuery({ ...officeSessionQuery(shown.id), refetchOnMount: 'always' })
  return (
    <FormDialog
      title={`Cancel “${session.title}”?`}
      rules={sessionCancellationForm}
      send={mutateAsync}
      done="Session cancelled"
      submitLabel="Cancel the session"
      cancelLabel="Keep the session"
      isDestructive
      fields={(form) => <TextAreaField form={form} name="reason" rows={3} />}
      onClose={onClose}
    >
      <p>
        {session.taken + session.waiting === 0
          ? 'No one is going or waiting, so no one is emailed.'
          : `We email ${emailed(session)}. They are listed on this page.`}{' '}
        This cannot be undone.
      </p>
    </FormDialog>
  )
}

function RepeatDialog({ session, onClose }: DialogProps) {
  const { mutateAsync } = useRepeatSession(session.id)
  return (
    <FormDialog
      title="Repeat monthly"
      rules={sessionRepeatForm}
      initial={{ count: '3' }}
      send={mutateAsync}
      done="The drafts were created. They are in the list of sessions."
      submitLabel="Create the drafts"
      fields={(form) => <TextField form={form} name="count" inputMode="numeric" />}
      onClose={onClose}
    >
      <p>We create a draft for each of the following months, on the same weekday, such as the second Thursday.</p>
    </FormDialog>
  )
}

function DeleteDialog({ session, onClose }: DialogProps) {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useDeleteSession(session.id)
  const report = useReport()
  async function remove() {
    const isDone = await report(mutateAsync(), {
      done: () => ({ title: 'Draft deleted' }),
      failed: 'The draft was not deleted',
    })
    if (isDone) navigate(consolePaths.sessions)
    else onClose()
  }
  return (
    <Confirm
      open
      title={`Delete “${session.title}”?`}
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Members have not seen this draft.</p>
    </Confirm>
  )
}

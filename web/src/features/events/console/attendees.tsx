import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { address } from '@/lib/api'
import { messageOf } from '@/lib/api-error'
import { consolePaths } from '@/lib/console-paths'
import { counted } from '@/lib/formats'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ExportButton } from '@/ui/export-button'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { Notice } from '@/ui/notice'
import { type Attendee, attendeesKey, type OfficeSession, useImportAttendance } from './api'
import { AttendanceSelect, hasStarted } from './attendance-select'

const answers: Readonly<Record<Attendee['state'], { label: string; tone: BadgeTone }>> = {
  none: { label: 'No answer', tone: 'outline' },
  going: { label: 'Going', tone: 'success' },
  waiting: { label: 'Waiting', tone: 'warning' },
  declined: { label: 'Declined', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
}

function columnsOf(id: string, isStarted: boolean): readonly Column<Attendee>[] {
  return [
    {
      key: 'name',
      header: 'Member',
      cell: ({ name, email, personId }) => (
        <>
          <Link to={href(consolePaths.person, { id: personId })} className="text-link">
            {name}
          </Link>
          <span className="block text-quiet text-sm">{email}</span>
        </>
      ),
    },
    {
      key: 'state',
      header: 'Answer',
      width: 8,
      cell: ({ state }) => <Badge tone={answers[state].tone}>{answers[state].label}</Badge>,
    },
    {
      key: 'answeredAt',
      header: 'Answered',
      width: 11,
      from: '4xl',
      cell: ({ answeredAt }) => <Moment at={answeredAt} />,
    },
    {
      key: 'consent',
      header: 'Recording',
      width: 8,
      from: '3xl',
      cell: ({ hasConsented }) => (hasConsented ? 'Agrees' : 'No consent'),
    },
    ...(isStarted
      ? [
          {
            key: 'attendance',
            header: 'Attended',
            width: 14,
            cell: (attendee: Attendee) => <AttendanceSelect sessionId={id} list="attendees" row={attendee} />,
          },
        ]
      : []),
  ]
}

/** The answers to a session, and the attendance once it has started. */
export function Attendees({ session }: { session: OfficeSession }) {
  const { id } = session
  const isStarted = hasStarted(session)
  const list = useList({
    key: attendeesKey(id),
    route: 'GET /api/events/{id}/attendees',
    path: { id },
    filters: ['state'],
  })
  const columns = columnsOf(id, isStarted)
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-4">
        <h2 className="display-3">Answers</h2>
        {isStarted && <ImportButton id={id} />}
      </div>
      <div className="mb-2 flex flex-wrap items-end justify-between gap-3">
        <FilterSelect
          list={list}
          name="state"
          label="Answer"
          all="All answers"
          options={(['going', 'waiting', 'declined', 'cancelled'] as const).map((value) => ({
            value,
            label: answers[value].label,
          }))}
        />
        <ExportButton
          path={address('GET /api/events/{id}/attendees/export', { id })}
          query={list.query}
          label="Export CSV"
        />
      </div>
      <ListTable
        caption="Answers"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No one has answered yet"
        noMatch="No one has given this answer."
      />
    </section>
  )
}

/** Imports the attendance report of the meeting's provider. */
function ImportButton({ id }: { id: string }) {
  const file = useRef<HTMLInputElement>(null)
  const { mutateAsync, isPending } = useImportAttendance(id)
  const [result, setResult] = useState<{ title: string; text?: string; failed?: boolean }>()
  async function take(chosen: File) {
    try {
      const { matched, guests, unknown, withoutAddress } = await mutateAsync(chosen)
      setResult({
        title:
          guests > 0
            ? `${counted(matched, 'member')} and ${counted(guests, 'guest')} recorded as attended`
            : `${counted(matched, 'member')} recorded as attended`,
        text: [
          unknown.length > 0 && `Not among the answers: ${unknown.join(', ')}.`,
          withoutAddress > 0 && `${counted(withoutAddress, 'row')} without an address.`,
        ]
          .filter(Boolean)
          .join(' '),
      })
    } catch (error) {
      setResult({ title: 'Nothing was imported', text: messageOf(error, 'Please try again.'), failed: true })
    }
  }
  return (
    <div className="max-w-text">
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        aria-label="Attendance report"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) take(chosen)
          event.target.value = ''
        }}
      />
      <Button tone="outline" busy={isPending} onClick={() => file.current?.click()}>
        Import attendance (CSV)
      </Button>
      <div role="status" className="mt-3 empty:hidden">
        {result && (
          <Notice tone={result.failed ? 'danger' : 'success'} title={result.title}>
            {result.text && <p>{result.text}</p>}
          </Notice>
        )}
      </div>
    </div>
  )
}

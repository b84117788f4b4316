import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { boardSeatReasonForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { PageHead } from '@/ui/page-head'
import { PersonLink } from '@/ui/person-link'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { useReport } from '@/ui/use-report'
import { Interests } from '../interests'
import { states } from '../labels'
import { SeatFacts } from '../seat-facts'
import { SeatForm } from '../seat-form'
import {
  type AdminSeat,
  seatQuery,
  useApproveSeat,
  useCloseSeat,
  useDeclineSeat,
  useRecordOutcome,
  useSaveSeat,
} from './api'

/** A board seat: its check, the members who are interested, and the outcomes. */
export function BoardSeatPage() {
  const { id = '' } = useParams()
  const { data: seat, error, refetch } = useQuery(seatQuery(id))
  if (!seat && error)
    return (
      <UnreadRecord
        what="Board seat"
        error={error}
        onRetry={refetch}
        list={{ label: 'All board seats', to: consolePaths.boardSeats }}
      />
    )
  if (!seat) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.boardSeats}>
          All board seats
        </Link>
      </p>
      <PageHead title={seat.title} named={seat.title} lede={<Origin seat={seat} />} actions={<Actions seat={seat} />} />
      <div className="max-w-3xl">
        <SeatFacts seat={seat} />
        <p className="mt-6 max-w-text whitespace-pre-line">{seat.description}</p>
        <Outcomes seat={seat} />
      </div>
    </>
  )
}

function Origin({ seat }: { seat: AdminSeat }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Badge tone={states[seat.state].tone}>{states[seat.state].label}</Badge>
      {seat.isConfidential && <Badge tone="outline">Confidential</Badge>}
      {seat.isPostedByOffice ? (
        'Posted by the office.'
      ) : (
        <span>
          Posted by{' '}
          <Link className="text-link" to={href(consolePaths.person, { id: seat.personId })}>
            {seat.postedBy || 'a member'}
          </Link>
          .
        </span>
      )}
      {seat.reason && <span>Reason: {seat.reason}</span>}
    </span>
  )
}

function Outcomes({ seat }: { seat: AdminSeat }) {
  const record = useRecordOutcome(seat.id)
  return (
    <Interests
      interests={seat.people}
      isFilled={seat.state === 'filled'}
      nameOf={({ personId, name }) => <PersonLink id={personId}>{name}</PersonLink>}
      record={(body) => record.mutateAsync(body)}
    />
  )
}

function Actions({ seat }: { seat: AdminSeat }) {
  const report = useReport()
  const may = useMay()
  const [open, setOpen] = useState<'decline' | 'close' | 'edit'>()
  const approve = useApproveSeat(seat.id)
  const decline = useDeclineSeat(seat.id)
  const close = useCloseSeat(seat.id)
  const save = useSaveSeat()
  if (!may('POST /api/board-seats/{id}/approve')) return null
  const end = () => setOpen(undefined)
  const mayEdit = seat.isPostedByOffice && (seat.state === 'open' || seat.state === 'closed')
  return (
    <>
      {seat.state === 'waiting' && (
        <>
          <Button
            busy={approve.isPending}
            onClick={() =>
              report(approve.mutateAsync(), {
                done: () => ({ title: 'The board seat is open' }),
                failed: 'The board seat was not opened',
              })
            }
          >
            Approve
          </Button>
          <Button tone="outline" onClick={() => setOpen('decline')}>
            Decline
          </Button>
        </>
      )}
      {seat.state === 'open' && (
        <Button tone="outline" onClick={() => setOpen('close')}>
          Close
        </Button>
      )}
      {mayEdit && (
        <Button tone="outline" onClick={() => setOpen('edit')}>
          {seat.state === 'closed' ? 'Open again' : 'Edit'}
        </Button>
      )}
      {open === 'decline' && (
        <FormDialog
          title={`Decline ${seat.title}`}
          rules={boardSeatReasonForm}
          send={(body) => decline.mutateAsync(body)}
          done="The board seat is declined"
          submitLabel="Decline"
          fields={(form) => <TextAreaField form={form} name="reason" rows={4} />}
          onClose={end}
        >
          <p>The member gets an email with your reason, and can change the board seat and send it again.</p>
        </FormDialog>
      )}
      {open === 'close' && (
        <FormDialog
          title={`Close ${seat.title}`}
          rules={boardSeatReasonForm}
          send={(body) => close.mutateAsync(body)}
          done="The board seat is closed"
          submitLabel="Close the board seat"
          fields={(form) => <TextAreaField form={form} name="reason" rows={4} />}
          onClose={end}
        >
          <p>No more members can show interest. The member who posted it sees your reason.</p>
        </FormDialog>
      )}
      {open === 'edit' && (
        <Dialog open title={seat.title} onClose={end}>
          <SeatForm
            seat={seat}
            save={(body) => save.mutateAsync({ id: seat.id, body })}
            onSaved={end}
            done="The board seat is saved"
            action={seat.state === 'closed' ? 'Open again' : 'Save'}
          />
        </Dialog>
      )}
    </>
  )
}

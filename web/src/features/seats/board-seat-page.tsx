import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { counted } from '@/lib/formats'
import { boardSeatInterestForm } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { UnreadCircleRecord } from '@/ui/circle-error'
import { Confirm } from '@/ui/confirm'
import { TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Notice } from '@/ui/notice'
import { ProfileLink } from '@/ui/profile-link'
import { RecordTitle } from '@/ui/record-title'
import { ReportButton } from '@/ui/report-button'
import { Spinner } from '@/ui/spinner'
import { useReport } from '@/ui/use-report'
import {
  type BoardSeatDetail,
  type Interest,
  seatQuery,
  useRecordOutcome,
  useSaveSeat,
  useShowInterest,
  useWithdrawInterest,
  useWithdrawSeat,
} from './api'
import { Interests } from './interests'
import { interestStates, states } from './labels'
import { SeatFacts } from './seat-facts'
import { SeatForm } from './seat-form'

/** A board seat: its facts, the member's interest, and for its poster the members who are interested. */
export function BoardSeatPage() {
  const { id = '' } = useParams()
  const { data: seat, error, refetch } = useQuery(seatQuery(id))
  if (!seat && error)
    return (
      <UnreadCircleRecord
        what="Board seat"
        error={error}
        onRetry={refetch}
        list={{ label: 'All board seats', to: paths.circleSeats }}
      />
    )
  if (!seat) return <Spinner label="Loading the board seat…" />
  return (
    <article className="max-w-3xl">
      <p className="-mt-4 mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.circleSeats}>
          All board seats
        </Link>
      </p>
      <RecordTitle title={seat.title} />
      <p className="mt-3 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-quiet">
        <Badge tone={states[seat.state].tone}>{states[seat.state].label}</Badge>
        {seat.isOwn ? 'You posted it.' : seat.postedBy ? `Posted by ${seat.postedBy}.` : 'The office handles it.'}
      </p>
      <div className="mt-6">
        <SeatFacts seat={seat} />
      </div>
      <p className="mt-6 max-w-text whitespace-pre-line">{seat.description}</p>
      {seat.isOwn ? (
        <PostersPart seat={seat} />
      ) : (
        <>
          <MembersPart seat={seat} />
          <p className="mt-8 border-base-300 border-t pt-4">
            <ReportButton subject="board-seat" id={seat.id} what={`the board seat “${seat.title}”`} className="-ml-4" />
          </p>
        </>
      )}
    </article>
  )
}

function MembersPart({ seat }: { seat: BoardSeatDetail }) {
  const report = useReport()
  const [isWriting, setIsWriting] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const show = useShowInterest(seat.id)
  const withdraw = useWithdrawInterest(seat.id)
  const recipient = seat.postedBy || 'The office'
  if (seat.interest)
    return (
      <section className="mt-8" aria-label="Your interest">
        <Notice
          tone="success"
          title={seat.interest.state === 'sent' ? 'You have shown interest' : interestStates[seat.interest.state].label}
        >
          <p>
            {recipient} has your name{seat.interest.note ? ' and this note:' : '.'}
          </p>
          {seat.interest.note && <p className="mt-2 whitespace-pre-line">{seat.interest.note}</p>}
          {(seat.interest.state === 'sent' || seat.interest.state === 'interviewed') && (
            <Button tone="outline" className="mt-3" onClick={() => setIsLeaving(true)}>
              Withdraw your interest
            </Button>
          )}
        </Notice>
        <Confirm
          open={isLeaving}
          title="Withdraw your interest?"
          confirmLabel="Withdraw"
          busy={withdraw.isPending}
          onConfirm={async () => {
            await report(withdraw.mutateAsync(), {
              done: () => ({ title: 'Your interest is withdrawn' }),
              failed: 'Your interest was not withdrawn',
            })
            setIsLeaving(false)
          }}
          onClose={() => setIsLeaving(false)}
        >
          <p>Your name and your note are no longer shown. You can show interest again while the board seat is open.</p>
        </Confirm>
      </section>
    )
  if (seat.state !== 'open') return null
  return (
    <div className="mt-8">
      <Button onClick={() => setIsWriting(true)}>I am interested</Button>
      {isWriting && (
        <FormDialog
          title="Show interest"
          rules={boardSeatInterestForm}
          send={(body) => show.mutateAsync(body)}
          done="Your interest is sent"
          submitLabel="Send"
          refusalTitle="Your interest was not sent"
          fields={(form) => (
            <TextAreaField form={form} name="note" rows={5} hint="Why the seat fits you, in a few sentences." />
          )}
          onClose={() => setIsWriting(false)}
        >
          <p>
            {seat.postedBy ? (
              <>
                {seat.postedBy} and the office see your name and your note. {seat.postedBy} can open your profile if it
                is in the directory. Your email address and phone number are shown only as your profile allows.
              </>
            ) : (
              'Only the office sees your name and your note. The office contacts you.'
            )}
          </p>
        </FormDialog>
      )}
    </div>
  )
}

/** The name of an interested member, with a link to their profile, where the poster can ask for an introduction. */
function interestName({ personId, name }: Interest) {
  if (!personId)
    return (
      <>
        {name}{' '}
        <span className="font-normal text-quiet text-sm">
          (no profile in the directory; ask the office to contact them)
        </span>
      </>
    )
  return <ProfileLink person={personId}>{name}</ProfileLink>
}

function PostersPart({ seat }: { seat: BoardSeatDetail }) {
  const report = useReport()
  const [isEditing, setIsEditing] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const save = useSaveSeat()
  const withdraw = useWithdrawSeat(seat.id)
  const record = useRecordOutcome(seat.id)
  const mayEdit = ['waiting', 'open', 'declined', 'closed'].includes(seat.state)
  const mayWithdraw = ['waiting', 'open', 'declined'].includes(seat.state)
  return (
    <>
      {seat.reason && (
        <div className="mt-6">
          <Notice
            tone="warning"
            title={seat.state === 'declined' ? 'The office has not approved it' : 'The office has closed it'}
          >
            <p className="whitespace-pre-line">{seat.reason}</p>
          </Notice>
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {mayEdit && (
          <Button tone="outline" onClick={() => setIsEditing(!isEditing)} aria-expanded={isEditing}>
            {isEditing ? 'Close the form' : 'Edit'}
          </Button>
        )}
        {mayWithdraw && (
          <Button tone="quiet" onClick={() => setIsLeaving(true)}>
            Withdraw
          </Button>
        )}
      </div>
      {isEditing && (
        <section className="mt-6" aria-label="Edit the board seat">
          <p className="mb-5 max-w-text text-quiet">
            After a change the board seat waits until the office has checked it again. The members who are interested
            stay.
          </p>
          <SeatForm
            seat={seat}
            save={(body) => save.mutateAsync({ id: seat.id, body })}
            onSaved={() => setIsEditing(false)}
            done="The board seat waits for the office"
            action="Send to the office"
          />
        </section>
      )}
      {seat.isHandler ? (
        <Interests
          interests={seat.interests}
          isFilled={seat.state === 'filled'}
          nameOf={interestName}
          record={(body) => record.mutateAsync(body)}
        />
      ) : (
        <p className="mt-8 max-w-text text-quiet">
          {counted(seat.interestCount, 'member')} {seat.interestCount === 1 ? 'is' : 'are'} interested. The office
          handles a confidential board seat and contacts you.
        </p>
      )}
      <Confirm
        open={isLeaving}
        title={`Withdraw the board seat ${seat.title}?`}
        confirmLabel="Withdraw"
        busy={withdraw.isPending}
        onConfirm={async () => {
          await report(withdraw.mutateAsync(), {
            done: () => ({ title: 'The board seat is withdrawn' }),
            failed: 'The board seat was not withdrawn',
          })
          setIsLeaving(false)
        }}
        onClose={() => setIsLeaving(false)}
      >
        <p>Members no longer see it. This cannot be undone.</p>
      </Confirm>
    </>
  )
}

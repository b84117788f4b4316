import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { date } from '@/lib/formats'
import { seatInvitationForm } from '@/lib/generated'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { PlainTable } from '@/ui/small-table'
import { useReport } from '@/ui/use-report'
import type { Seat, SeatPurchase } from './api'
import { seatsQuery, useChangeSeat } from './api'

/** The memberships that a company has bought, and their holders. Empty for members who have bought none. */
export function SeatsPanel() {
  const { data = [] } = useQuery({ ...seatsQuery, staleTime: 0 })
  if (data.length === 0) return null
  return (
    <section aria-labelledby="seats-title">
      <h2 id="seats-title" className="display-3 border-base-300 border-b pb-2">
        Memberships for your team
      </h2>
      {data.map((purchase) => (
        <PurchasedSeats key={purchase.transactionId} purchase={purchase} />
      ))}
    </section>
  )
}

type Act = { kind: 'invite' | 'reassign' | 'revoke'; seat: Seat }

function PurchasedSeats({ purchase }: { purchase: SeatPurchase }) {
  const { tierName, duration, company, boughtAt, claimBy, seats } = purchase
  const [act, setAct] = useState<Act>()
  const free = seats.filter(({ state }) => state === 'open').length
  const close = () => setAct(undefined)
  return (
    <div className="mt-6">
      <h3 className="font-sans font-semibold text-lg">
        {tierName}, bought by {company} on {date(boughtAt)}
      </h3>
      <p className="mt-1 mb-3 max-w-text text-quiet">
        {free === 0
          ? 'All are assigned.'
          : `${free} of ${seats.length} not assigned. Invite people by ${date(claimBy)}.`}{' '}
        A membership starts when its invitation is accepted
        {duration === 'lifetime' ? ', and is for life.' : ', and ends after its term. It does not renew automatically.'}
      </p>
      <PlainTable
        caption={`The memberships of ${company}`}
        headers={['No.', 'Person', 'Status', '']}
        rows={seats.map((seat) => ({
          key: seat.id,
          cells: [
            seat.number,
            seat.email ? (
              <>
                {seat.name || seat.email}
                {seat.name && <span className="block text-quiet text-sm">{seat.email}</span>}
              </>
            ) : (
              '–'
            ),
            <SeatState key="state" seat={seat} />,
            <SeatActions key="actions" seat={seat} onAct={(kind) => setAct({ kind, seat })} />,
          ],
        }))}
      />
      {act?.kind === 'revoke' && <RevokeDialog seat={act.seat} onClose={close} />}
      {act && act.kind !== 'revoke' && <InviteDialog kind={act.kind} seat={act.seat} onClose={close} />}
    </div>
  )
}

const states: Readonly<Record<Seat['state'], { label: string; tone: BadgeTone }>> = {
  open: { label: 'Not assigned', tone: 'outline' },
  invited: { label: 'Invited', tone: 'warning' },
  taken: { label: 'Accepted', tone: 'success' },
  ended: { label: 'Ended', tone: 'plain' },
}

/** The state of a seat: a badge and a sentence. */
export function SeatState({ seat }: { seat: Seat }) {
  const { label, tone } = states[seat.state]
  return (
    <>
      <Badge tone={seat.isExpired || seat.termStatus === 'ended' ? 'plain' : tone}>
        {seat.termStatus === 'ended' ? 'Term ended' : label}
      </Badge>
      <p className="text-quiet text-sm">{sentence(seat)}</p>
    </>
  )
}

function sentence(seat: Seat): string {
  const as = seat.state === 'taken' && seat.invitedAs ? ` You invited ${seat.invitedAs}.` : ''
  return `${standing(seat)}${as}`
}

function standing({ state, isExpired, expiresAt, invitedAt, startsAt, endsAt, restEndsAt, termStatus }: Seat): string {
  if (state === 'invited')
    return isExpired
      ? `The invitation of ${date(invitedAt)} has expired. Please send it again.`
      : `Invited on ${date(invitedAt)}. Can be accepted until ${date(expiresAt)}.`
  if (state === 'open' && restEndsAt) return `The rest of its term runs until ${date(restEndsAt)}.`
  if (state !== 'taken') return ''
  if (!endsAt) return `For life, since ${date(startsAt)}.`
  if (termStatus === 'upcoming') return `Starts on ${date(startsAt)}, until ${date(endsAt)}.`
  return termStatus === 'ended' ? `It ended on ${date(endsAt)}.` : `Until ${date(endsAt)}.`
}

function SeatActions({ seat, onAct }: { seat: Seat; onAct: (kind: Act['kind']) => void }) {
  const report = useReport()
  const { mutateAsync, isPending } = useChangeSeat()
  const action = (kind: Act['kind'], label: string): ReactNode => (
    <Button tone="quiet" className="px-3" aria-label={`${label}: number ${seat.number}`} onClick={() => onAct(kind)}>
      {label}
    </Button>
  )
  if (seat.state === 'ended' || seat.termStatus === 'ended') return null
  if (seat.state === 'open') return <div className="-ml-3">{action('invite', 'Invite')}</div>
  if (seat.state === 'taken')
    return (
      <div className="-ml-3 flex flex-wrap">
        {action('reassign', 'Reassign')}
        {action('revoke', 'Take back')}
      </div>
    )
  const resend = () =>
    report(mutateAsync({ id: seat.id, step: 'resend' }), {
      done: () => ({
        title: 'Invitation Sent',
        description: 'The earlier link no longer works.',
      }),
      failed: 'Not Sent',
    })
  return (
    <div className="-ml-3 flex flex-wrap">
      <Button
        tone="quiet"
        className="px-3"
        busy={isPending}
        aria-label={`Send again: number ${seat.number}`}
        onClick={resend}
      >
        Send again
      </Button>
      {action('reassign', 'Invite another')}
      {action('revoke', 'Withdraw')}
    </div>
  )
}

function InviteDialog({ kind, seat, onClose }: { kind: 'invite' | 'reassign'; seat: Seat; onClose: () => void }) {
  const { mutateAsync } = useChangeSeat()
  const isTaken = seat.state === 'taken'
  return (
    <FormDialog
      title={kind === 'invite' ? 'Invite a person' : `Replace ${seat.name || seat.email}`}
      rules={seatInvitationForm}
      send={(body) => mutateAsync({ id: seat.id, step: kind, body })}
      done="Invitation Sent"
      submitLabel={isTaken ? 'End and invite' : 'Invite'}
      isDestructive={isTaken}
      onClose={onClose}
      fields={(form) => (
        <>
          <TextField form={form} name="name" autoComplete="off" />
          <TextField form={form} name="email" type="email" autoComplete="off" />
        </>
      )}
    >
      {isTaken
        ? `The membership of ${seat.name || seat.email} ends immediately, and we will email them. The person who accepts this invitation gets the rest of the term.`
        : 'We will email them a link. Their membership starts when they sign in or create an account and accept it.'}
    </FormDialog>
  )
}

function RevokeDialog({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const report = useReport()
  const { mutateAsync, isPending } = useChangeSeat()
  const isTaken = seat.state === 'taken'
  const revoke = async () => {
    await report(mutateAsync({ id: seat.id, step: 'revoke' }), {
      done: () => ({ title: isTaken ? 'Membership Taken Back' : 'Invitation Withdrawn' }),
      failed: isTaken ? 'Not Taken Back' : 'Not Withdrawn',
    })
    onClose()
  }
  return (
    <Confirm
      open
      title={
        isTaken
          ? `Take back the membership of ${seat.name || seat.email}?`
          : `Withdraw the invitation of ${seat.name || seat.email}?`
      }
      confirmLabel={isTaken ? 'Take back' : 'Withdraw'}
      busy={isPending}
      onConfirm={revoke}
      onClose={onClose}
    >
      {isTaken
        ? 'The membership ends immediately, and we will email them. The next person you invite gets the rest of the term.'
        : 'The link no longer works, and you can invite another person.'}
    </Confirm>
  )
}

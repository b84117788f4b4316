import { useState } from 'react'
import { date, exactPrice } from '@/lib/formats'
import { reasonForm, reauthenticateForm } from '@/lib/generated'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { TextAreaField } from '@/ui/fields'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useToast } from '@/ui/toast-queue'
import type { Person, PersonMandate } from './api'
import { useCancelMandate } from './api'

const states: Readonly<Record<PersonMandate['state'], { label: string; tone: BadgeTone }>> = {
  '': { label: 'Unknown', tone: 'plain' },
  created: { label: 'Not authorised yet', tone: 'plain' },
  authenticated: { label: 'Authorised, not charged yet', tone: 'outline' },
  active: { label: 'Active', tone: 'success' },
  pending: { label: 'Charge failed, retrying', tone: 'danger' },
  halted: { label: 'Charges failed', tone: 'danger' },
  paused: { label: 'Paused', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
  completed: { label: 'Completed', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
}

const reasons: Readonly<Record<PersonMandate['cancelReason'], string>> = {
  '': '',
  member: 'by the member',
  office: 'by the office',
  account: 'because the account was closed',
  superseded: 'because a newer membership replaces it',
  refund: 'because its payment was refunded',
  dispute: 'because its payment was lost to a dispute',
}

function stateOf({ state, cancelRequestedAt }: PersonMandate): { label: string; tone: BadgeTone } {
  if (cancelRequestedAt) return { label: 'Ending', tone: 'plain' }
  return states[state]
}

/** A person’s mandate: its state, its next charge or its cancellation, and its arrears. */
export function MandateFacts({ mandate }: { mandate: PersonMandate | null }) {
  if (!mandate)
    return (
      <>
        <dt>Mandate</dt>
        <dd className="text-quiet">No mandate, so nothing renews automatically.</dd>
      </>
    )
  const state = stateOf(mandate)
  return (
    <>
      <dt>Mandate</dt>
      <dd className="flex flex-wrap items-baseline gap-x-3">
        {mandate.tierName}, {exactPrice(mandate.amount, mandate.currency)}{' '}
        {mandate.duration === 'monthly' ? 'a month' : 'a year'}
        <Badge tone={state.tone}>{state.label}</Badge>
      </dd>
      {mandate.cancelRequestedAt ? (
        <>
          <dt>Renewal</dt>
          <dd>
            Cancelled on {date(mandate.cancelRequestedAt)} {reasons[mandate.cancelReason]}
            <span className="block text-quiet">
              {mandate.isCancelConfirmed
                ? 'Razorpay has confirmed it'
                : 'Razorpay has not confirmed it yet. We retry automatically.'}
            </span>
          </dd>
          {mandate.currentEnd && (
            <>
              <dt>Paid until</dt>
              <dd>{date(mandate.currentEnd)}</dd>
            </>
          )}
        </>
      ) : (
        <>
          <dt>Next charge</dt>
          <dd>{mandate.nextChargeAt ? date(mandate.nextChargeAt) : 'Not known'}</dd>
        </>
      )}
      <dt>Arrears</dt>
      <dd>{mandate.arrears === '0' ? 'None' : exactPrice(mandate.arrears, mandate.currency)}</dd>
    </>
  )
}

/** The button that cancels the renewal of a person's membership. It is shown while the membership renews. */
export function CancelRenewal({ person }: { person: Person }) {
  const [isOpen, setIsOpen] = useState(false)
  const { mandate } = person.billing
  // The dialog stays open when the page is refreshed, even if another admin has cancelled the renewal in the meantime.
  const renews = mandate !== null && mandate.cancelRequestedAt === null
  return (
    <>
      {renews && (
        <Button tone="outline" className="mt-4" onClick={() => setIsOpen(true)}>
          Cancel renewal
        </Button>
      )}
      {isOpen && <CancelDialog person={person} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const rules = [...reasonForm, ...reauthenticateForm] as const

function CancelDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useCancelMandate(person.id)
  const name = person.name || person.email
  return (
    <ReauthDialog
      title={`Cancel the renewal of ${name}?`}
      rules={rules}
      fields={(form) => (
        <TextAreaField
          form={form}
          name="reason"
          hint="This is recorded in the audit log. The member does not see it."
          rows={3}
        />
      )}
      asksCode={false}
      submitLabel="Cancel renewal"
      cancelLabel="Keep renewal"
      refusalTitle="The renewal was not cancelled"
      send={async (body) => {
        const { isCancelConfirmed } = await mutateAsync(body)
        toast({
          title: 'The renewal was cancelled',
          description: isCancelConfirmed
            ? `We have emailed ${name}.`
            : `We have emailed ${name}. Razorpay has not confirmed the cancellation yet. We retry automatically.`,
        })
      }}
      onSent={onClose}
      onClose={onClose}
    >
      <p>{effectOf(person.billing.mandate, name)} The member gets an email.</p>
    </ReauthDialog>
  )
}

/** The effect of the cancellation. Only an active mandate has a current period, and is cancelled at its end. */
function effectOf(mandate: PersonMandate | null, name: string) {
  if (mandate?.state === 'active' && mandate.currentEnd)
    return `Nothing is charged again. The membership of ${name} runs until ${date(mandate.currentEnd)} and then ends.`
  return `The mandate ends immediately, and nothing is charged again. ${name} keeps access for the period already paid.`
}

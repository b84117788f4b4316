import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths, offlinePayments } from '@/lib/console-paths'
import type { FormValues } from '@/lib/form-schema'
import { date } from '@/lib/formats'
import { complimentaryForm, type FieldRule, reasonForm, termEndForm } from '@/lib/generated'
import { href } from '@/lib/href'
import type { RuleForm } from '@/lib/rule-form'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button, ButtonLink, rowButton } from '@/ui/button'
import { TextAreaField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Day } from '@/ui/moment'
import { RuleField } from '@/ui/rule-field'
import { SmallTable } from '@/ui/small-table'
import type { MemberTerm } from './api'
import { useChangeTerm, useTierChoices } from './api'

const tones: Readonly<Record<MemberTerm['status'], BadgeTone>> = {
  active: 'success',
  grace: 'plain',
  upcoming: 'outline',
  ended: 'plain',
  revoked: 'danger',
}

const endings: Readonly<Record<MemberTerm['endReason'], string>> = {
  '': '',
  refund: 'refunded',
  dispute: 'lost to a dispute',
  bounced: 'the payment bounced',
  office: 'ended by the office',
  seat: 'the company gave the seat to another person',
}

/** The open dialog: grant a membership, extend one, or end one. */
type Act = { kind: 'grant' } | { kind: 'extend' | 'end'; term: MemberTerm }

type MemberTermsProps = { memberId: string; name: string; email: string; terms: readonly MemberTerm[] }

/** The current and past memberships of a member, with the admin's actions. */
export function MemberTerms({ memberId, name, email, terms }: MemberTermsProps) {
  const may = useMay()
  const [act, setAct] = useState<Act>()
  const close = () => setAct(undefined)
  return (
    <>
      <SmallTable
        title="Memberships"
        nothing="No memberships yet"
        headers={['Tier', 'From', 'Until', 'Status', '']}
        rows={terms.map((term) => ({
          key: term.id,
          cells: [
            <TermName key="tier" term={term} />,
            <Day key="from" at={term.startsAt} />,
            term.endsAt ? <Day key="until" at={term.endsAt} /> : 'For life',
            <div key="status">
              <Badge tone={tones[term.status]}>
                <span className="capitalize">{term.status}</span>
              </Badge>
              {term.status === 'revoked' && <p className="text-quiet text-sm">{endings[term.endReason]}</p>}
            </div>,
            <TermActions key="actions" term={term} onAct={(kind) => setAct({ kind, term })} />,
          ],
        }))}
      />
      <p className="-mt-6 mb-10 flex flex-wrap gap-3">
        {may('POST /api/members/{id}/memberships') && (
          <Button tone="outline" className="max-xs:w-full max-xs:px-2" onClick={() => setAct({ kind: 'grant' })}>
            Give a complimentary membership
          </Button>
        )}
        {may('POST /api/offline-payments') && (
          <ButtonLink tone="outline" to={offlinePayments({ for: email })}>
            Enter an offline payment
          </ButtonLink>
        )}
      </p>
      {act?.kind === 'grant' && <GrantDialog memberId={memberId} name={name} onClose={close} />}
      {act?.kind === 'extend' && <ExtendDialog memberId={memberId} term={act.term} onClose={close} />}
      {act?.kind === 'end' && <EndDialog memberId={memberId} term={act.term} onClose={close} />}
    </>
  )
}

function TermName({ term: { tierName, source, reason, grantedBy, seatOf } }: { term: MemberTerm }) {
  return (
    <>
      {tierName}
      {source === 'complimentary' && (
        <span className="block text-quiet text-sm">
          Complimentary, from {grantedBy}: {reason}
        </span>
      )}
      {source === 'import' && (
        <span className="block text-quiet text-sm">
          Imported from {reason} by {grantedBy}
        </span>
      )}
      {seatOf && (
        <Link to={href(consolePaths.transaction, { id: seatOf })} className="text-link block text-sm">
          A company’s seat
        </Link>
      )}
      {source === 'offline' && <span className="block text-quiet text-sm">Paid offline</span>}
    </>
  )
}

function TermActions({ term, onAct }: { term: MemberTerm; onAct: (kind: 'extend' | 'end') => void }) {
  if (term.status === 'revoked') return null
  const until = term.endsAt ? date(term.endsAt) : 'for life'
  return (
    <div className="flex flex-wrap gap-2">
      {term.endsAt && (
        <Button
          tone="quiet"
          className={rowButton}
          aria-label={`Change the end date of ${term.tierName}, ${until}`}
          onClick={() => onAct('extend')}
        >
          Change the end date
        </Button>
      )}
      {term.status !== 'ended' && (
        <Button
          tone="quiet"
          className={rowButton}
          aria-label={`End ${term.tierName}, ${until}, now`}
          onClick={() => onAct('end')}
        >
          End now
        </Button>
      )}
    </div>
  )
}

type GrantDialogProps = { memberId: string; name: string; onClose: () => void }

function GrantDialog({ memberId, name, onClose }: GrantDialogProps) {
  const { data: tiers = [] } = useTierChoices()
  const { mutateAsync } = useChangeTerm(memberId)
  return (
    <TermDialog
      title={`A complimentary membership for ${name}`}
      rules={complimentaryForm}
      send={(body) => mutateAsync({ step: 'grant', body })}
      done="Membership Granted"
      submitLabel="Give the membership"
      onClose={onClose}
      fields={(form) => (
        <>
          <RuleField form={form} name="membershipTierId">
            {(control) => (
              <select className="select" {...control}>
                <option value="">Please choose</option>
                {tiers.map((tier) => (
                  <option key={tier.id} value={tier.id}>
                    {tier.name}
                  </option>
                ))}
              </select>
            )}
          </RuleField>
          <EndField form={form} hint="The last day of the membership. If empty, it lasts as long as a purchased one." />
        </>
      )}
    >
      It is free, has no grace period and does not renew. It starts after the term that they have paid for. If they have
      a mandate, we cancel it so that they are not charged. We email them about it.
    </TermDialog>
  )
}

type TermActDialogProps = { memberId: string; term: MemberTerm; onClose: () => void }

function ExtendDialog({ memberId, term, onClose }: TermActDialogProps) {
  const { mutateAsync } = useChangeTerm(memberId)
  return (
    <TermDialog
      title={`Change the end date of ${term.tierName}`}
      rules={termEndForm}
      send={(body) => mutateAsync({ step: 'extend', membership: term.id, body })}
      done="Membership Updated"
      submitLabel="Change the end date"
      onClose={onClose}
      fields={(form) => <EndField form={form} hint="The last day of the membership." />}
    >
      It now ends on {date(term.endsAt)}. The terms that follow move too. We email the member about it.
    </TermDialog>
  )
}

function EndDialog({ memberId, term, onClose }: TermActDialogProps) {
  const { mutateAsync } = useChangeTerm(memberId)
  return (
    <TermDialog
      title={`End ${term.tierName} now?`}
      rules={reasonForm}
      send={(body) => mutateAsync({ step: 'end', membership: term.id, body })}
      done="Membership Ended"
      submitLabel="End the membership"
      isDestructive
      onClose={onClose}
    >
      Access ends immediately, and we cancel the mandate, if there is one. This does not refund any money. To make a
      refund, open the payment. We email the member about it.
    </TermDialog>
  )
}

function EndField({ form, hint }: { form: RuleForm<'endsAt'>; hint: string }) {
  return <TextField form={form} name="endsAt" hint={hint} type="date" />
}

type TermDialogProps<Rules extends readonly FieldRule[]> = {
  title: string
  rules: Rules
  send: (values: FormValues<Rules>) => Promise<unknown>
  done: string
  submitLabel: string
  isDestructive?: boolean
  fields?: (form: RuleForm<Rules[number]['name']>) => ReactNode
  children: ReactNode
  onClose: () => void
}

/** A dialog that changes a term: its effect, its fields and a reason. */
function TermDialog<const Rules extends readonly FieldRule[]>({ fields, ...rest }: TermDialogProps<Rules>) {
  return (
    <FormDialog
      {...rest}
      fields={(form) => (
        <>
          {fields?.(form)}
          <TextAreaField
            form={form as RuleForm}
            name="reason"
            hint="This is recorded in the audit log. The member does not see it."
            rows={3}
          />
        </>
      )}
    />
  )
}

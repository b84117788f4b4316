import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { exactPrice } from '@/lib/formats'
import { attachForm, billingForm } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { TextAreaField } from '@/ui/fields'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { RuleField, useFieldError } from '@/ui/rule-field'
import { Spinner } from '@/ui/spinner'
import { type BillingValues, billingOf, emptyBilling, withBillingFields } from '../billing'
import type { OrphanPayment, OrphanSuggestion } from './api'
import { orphanQuery, payersQuery, tierChoicesQuery, useAttachPayment } from './api'
import { MemberBilling } from './member-billing'

type AttachDialogProps = { payment: OrphanPayment; onSent: (transactionId: string) => void; onClose: () => void }

const title = (payment: OrphanPayment) => `Who paid ${exactPrice(payment.amount, payment.currency)}?`

/** Attaches an orphan payment to a member and a tier. The server's suggestions are filled in. */
export function AttachDialog({ payment, onSent, onClose }: AttachDialogProps) {
  const { data, isPending } = useQuery({ ...orphanQuery(payment.id), gcTime: 0 })
  const { mutateAsync } = useAttachPayment()
  if (isPending)
    return (
      <Dialog open title={title(payment)} onClose={onClose}>
        <Spinner label="Looking for the payer…" />
      </Dialog>
    )
  const suggestion = data?.suggestion ?? null
  let transactionId = ''
  return (
    <ReauthDialog
      title={title(payment)}
      rules={rules}
      initial={{
        ...emptyBilling,
        userId: suggestion?.userId ?? '',
        membershipTierId: suggestion?.membershipTierId ?? '',
      }}
      fields={(form) => <AttachFields form={form} suggestion={suggestion} />}
      asksCode={false}
      submitLabel="Attach payment"
      isDestructive={false}
      send={async (values) => {
        const { userId, membershipTierId, reason, password, code } = values
        const body = { userId, membershipTierId, reason, password, code, billing: statedBilling(values) }
        const attached = await mutateAsync({ id: payment.id, body }).catch((error) =>
          Promise.reject(withBillingFields(error)),
        )
        transactionId = attached.transactionId
      }}
      onSent={() => onSent(transactionId)}
      onClose={onClose}
    >
      <p>
        The membership starts as it does after any other payment. We issue a receipt for the amount paid and email the
        member.
      </p>
      {suggestion && (
        <p className="mt-2">
          Suggested by {listed(suggestion.matches)}
          {suggestion.transactionId && ', because we sent them to this payment page'}. Please check this first: anyone
          can enter any details on that page.
        </p>
      )}
    </ReauthDialog>
  )
}

const rules = [...attachForm, ...billingForm] as const

// While tax is not settled, no state is needed, so the billing details may be empty.
function statedBilling(values: BillingValues): BillingValues | undefined {
  const billing = billingOf(values)
  return Object.entries(emptyBilling).every(([name, value]) => billing[name as keyof BillingValues] === value)
    ? undefined
    : billing
}

const listed = (matches: readonly string[]) => matches.join(', ').replace(/, ([^,]*)$/, ' and $1')

type AttachFieldsProps = {
  form: RuleForm<'userId' | 'membershipTierId' | 'reason' | 'password' | 'code' | keyof BillingValues>
  suggestion: OrphanSuggestion | null
}

function AttachFields({ form, suggestion }: AttachFieldsProps) {
  const { data: tiers = [] } = useQuery(tierChoicesQuery)
  const billedTo = useRef('')
  return (
    <>
      <Payer form={form} suggestion={suggestion} />
      <RuleField form={form} name="membershipTierId">
        {(control) => (
          <select
            className="select"
            {...control}
            // The options may load after the value is set; the key renders the field again.
            key={tiers.length}
          >
            <option value="">Please choose</option>
            {tiers.map(({ id, name, currency, breakdown }) => (
              <option key={id} value={id}>
                {name}, {exactPrice(breakdown.totalAmount, currency)}
              </option>
            ))}
          </select>
        )}
      </RuleField>
      <MemberBilling form={form} billedTo={billedTo} />
      <TextAreaField form={form} name="reason" hint="This is recorded in the audit log." rows={2} />
    </>
  )
}

// The payer: an account, found by name or email address.
function Payer({ form, suggestion }: AttachFieldsProps) {
  const id = useId()
  const error = useFieldError(form, 'userId')
  const [chosen, setChosen] = useState(
    suggestion && { id: suggestion.userId, name: suggestion.name, email: suggestion.email },
  )
  const [search, setSearch] = useState('')
  const { data: found, isFetching } = useQuery(payersQuery(search))
  function choose(person: { id: string; name: string; email: string } | null) {
    setChosen(person)
    setSearch('')
    form.setValue('userId', person?.id ?? '', { shouldDirty: true, shouldValidate: person !== null })
  }
  if (chosen)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-base-300 border-y py-3">
        <p className="mr-auto min-w-0">
          <span className="block font-medium">{chosen.name}</span>
          <span className="text-quiet text-sm">{chosen.email}</span>
        </p>
        <Button tone="quiet" onClick={() => choose(null)}>
          Choose another person
        </Button>
      </div>
    )
  return (
    <div>
      <Field
        id={id}
        label={form.rule('userId').label}
        required
        error={error}
        hint="Search by name, email address or phone number."
      >
        {(control) => (
          <input
            type="search"
            className="input"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            {...control}
          />
        )}
      </Field>
      <ul className="mt-2" aria-live="polite" aria-busy={isFetching}>
        {found?.map((person) => (
          <li key={person.id} className="border-base-300 border-b">
            <button
              type="button"
              className="min-h-11 w-full cursor-pointer py-1.5 text-left hover:bg-base-200"
              onClick={() => choose(person)}
            >
              <span className="block font-medium">{person.name}</span>
              <span className="text-quiet text-sm">{person.email}</span>
            </button>
          </li>
        ))}
        {search && found?.length === 0 && <li className="py-2 text-quiet">No account matches.</li>}
      </ul>
    </div>
  )
}

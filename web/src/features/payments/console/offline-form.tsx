import { type RefObject, useDeferredValue, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { requiring } from '@/lib/form-schema'
import { exactPrice } from '@/lib/formats'
import { billingForm, offlineForm } from '@/lib/generated'
import { useModules } from '@/lib/modules'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { TextAreaField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { RuleField, useFieldError } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { type BillingValues, billingOf, billingProblems, emptyBilling, withBillingFields } from '../billing'
import { officeBilling } from '../billing-text'
import { useEnterOffline, useMemberSearch, useTierChoices } from './api'
import { MemberBilling } from './member-billing'
import { ReceiptFields } from './offline-dialogs'

type NewOfflineDialogProps = {
  /** The email address to search for, or "". */
  search: string
  onClose: () => void
}

/** The values to keep when the admin switches between a received and an expected payment. */
type Kept = BillingValues & {
  userId: string
  membershipTierId: string
  seats: string
  couponCode: string
  payer: string
  note: string
  validUntil: string
}

/** Records a received payment, or sends a proforma invoice for an expected one. */
export function NewOfflineDialog({ search, onClose }: NewOfflineDialogProps) {
  const [hasCome, setHasCome] = useState(true)
  const [text, setText] = useState(search)
  const [kept, setKept] = useState<Kept>()
  const billedTo = useRef('')
  return (
    <Dialog open title="Enter an offline payment" onClose={onClose}>
      <OfflineForm
        key={String(hasCome)}
        hasCome={hasCome}
        kept={kept}
        billedTo={billedTo}
        search={{ text, setText }}
        onSwitch={(values) => {
          setKept(values)
          setHasCome(!hasCome)
        }}
        onClose={onClose}
      />
    </Dialog>
  )
}

const promisedForm = [...offlineForm, ...billingForm] as const
const receivedForm = requiring(promisedForm, 'mode', 'bankDate', 'amount')

type Search = { text: string; setText: (text: string) => void }

type OfflineFormProps = {
  hasCome: boolean
  kept: Kept | undefined
  /** The member whose billing details were filled in, or "". */
  billedTo: RefObject<string>
  search: Search
  onSwitch: (kept: Kept) => void
  onClose: () => void
}

function OfflineForm({ hasCome, kept, billedTo, search, onSwitch, onClose }: OfflineFormProps) {
  const toast = useToast()
  const { mutateAsync } = useEnterOffline()
  const { data: tiers = [] } = useTierChoices()
  const hasCoupons = useModules()('coupons')
  const form = useRuleForm(useId(), hasCome ? receivedForm : promisedForm, {
    name: 'offline-payment',
    initial: kept ?? emptyBilling,
    across: (values) => (values.userId ? billingProblems(values, officeBilling) : {}),
  })
  const submit = form.submit({
    send: async (values) => {
      const { kind, legalName, gstin, address, state, pin, country, ...rest } = hasCome ? values : keptOf(values)
      const billing = { kind, legalName, gstin, address, state, pin, country }
      const entered = await mutateAsync({ ...rest, billing }).catch((error) => Promise.reject(withBillingFields(error)))
      onClose()
      toast({ title: entered.state === 'proforma' ? 'Proforma invoice sent' : 'Payment entered' })
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle="The payment was not saved">
      <MemberChoice form={form} search={search} />
      <RuleField form={form} name="membershipTierId">
        {(control) => (
          <select className="select" {...control}>
            <option value="">Please choose</option>
            {tiers.map((tier) => (
              <option key={tier.id} value={tier.id}>
                {tier.name}, {exactPrice(tier.breakdown.totalAmount, tier.currency)}
              </option>
            ))}
          </select>
        )}
      </RuleField>
      <TextField
        form={form}
        name="seats"
        hint="For a company that buys memberships for its team. Leave this empty for one membership for the member."
        inputMode="numeric"
        autoComplete="off"
      />
      <MemberBilling form={form} billedTo={billedTo} />
      {hasCoupons && (
        <TextField
          form={form}
          name="couponCode"
          hint="It lowers the price before tax."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          controlClass="uppercase"
        />
      )}
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={hasCome}
          onChange={() => onSwitch(keptOf(form.current()))}
        />
        <span className="font-medium">The money or a cheque has arrived</span>
      </label>
      {hasCome ? (
        <ReceiptFields form={form} />
      ) : (
        <>
          <p className="text-quiet text-sm">
            We email the member a proforma invoice with the amount and the bank details, and a reminder a week before it
            ends.
          </p>
          <TextField
            form={form}
            name="validUntil"
            type="date"
            hint="Leave this empty for the usual number of days. After this day the proforma ends, but a late payment can still be entered."
          />
          <TextField form={form} name="payer" hint="If it is not the member." autoComplete="off" />
        </>
      )}
      <TextAreaField form={form} name="note" rows={2} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="outline" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form} busyLabel="One moment…">
          {hasCome ? 'Enter payment' : 'Send proforma'}
        </SubmitButton>
      </div>
    </Form>
  )
}

function keptOf({ userId, membershipTierId, seats, couponCode, payer, note, validUntil, ...billing }: Kept): Kept {
  return { userId, membershipTierId, seats, couponCode, payer, note, validUntil, ...billingOf(billing) }
}

/** Finds the member by name or email address, and keeps the selected one. */
function MemberChoice({ form, search: { text, setText } }: { form: RuleForm<'userId'>; search: Search }) {
  const { data: found = [] } = useMemberSearch(useDeferredValue(text.trim()))
  const chosen: string = useWatch({ control: form.control, name: 'userId' }) ?? ''
  const error = useFieldError(form, 'userId')
  return (
    <div>
      <Field label="Member" required error={error} hint="Search by name or email, then choose.">
        {(control) => (
          <input
            type="search"
            className="input"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            {...control}
          />
        )}
      </Field>
      {found.length > 0 && (
        <fieldset className="mt-2 border-base-300 border-y">
          <legend className="sr-only">Members found</legend>
          {found.map((user) => (
            <label key={user.id} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={`${form.id}-member`}
                className="radio"
                checked={chosen === user.id}
                onChange={() => form.setValue('userId', user.id, { shouldValidate: true })}
              />
              <span className="min-w-0">
                {user.name} <span className="text-quiet text-sm">{user.email}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

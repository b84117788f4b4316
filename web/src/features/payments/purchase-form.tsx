import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ApiError, messageOf } from '@/lib/api-error'
import { date } from '@/lib/formats'
import { type Billing, type Checkout, purchaseForm, type Quote, type SessionUser, type Tier } from '@/lib/generated'
import { printHint } from '@/lib/printable'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { Notice } from '@/ui/notice'
import { RuleField } from '@/ui/rule-field'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { useCreateOrder } from './api'
import {
  type BillingValues,
  billingOf,
  billingProblems,
  billingQuery,
  emptyBilling,
  placeOf,
  quoteQuery,
  withBillingFields,
} from './billing'
import { BillingFields } from './billing-fields'
import { PriceTable } from './price-table'

type PurchaseFormProps = {
  tier: Tier
  user: SessionUser
  onCancel: () => void
  /** Opens the checkout for an order that costs what the buyer has read, unless they have left meanwhile. */
  onOrder: (order: Checkout, left: AbortSignal) => Promise<void>
}

/** Who pays, and how much. */
export function PurchaseForm(props: PurchaseFormProps) {
  const { data, isPending } = useQuery(billingQuery)
  if (isPending) return <Spinner label="Loading…" />
  return <Fields billing={data ?? emptyBilling} {...props} />
}

function Fields({ tier, user, billing, onCancel, onOrder }: PurchaseFormProps & { billing: Billing }) {
  const toast = useToast()
  const { mutateAsync } = useCreateOrder()
  const client = useQueryClient()
  const [hasChanged, setHasChanged] = useState(false)
  // The code that the price below is for; what is typed may be another.
  const [code, setCode] = useState('')
  const [isApplying, setApplying] = useState(false)
  const [isByHand, setByHand] = useState(false)
  const form = useRuleForm('purchase', purchaseForm, {
    initial: {
      customerName: user.name,
      customerEmail: user.email,
      customerPhone: user.phone,
      membershipTierId: tier.id,
      ...billing,
    },
    across: billingProblems,
  })
  const typed = useWatch({ control: form.control }) as BillingValues & {
    seats: string
    customerName: string
  }
  const place = placeOf(typed)
  const seats = seatsOf(typed)
  const {
    data: quote,
    isError,
    refetch,
  } = useQuery({
    ...quoteQuery(tier.id, place, code, seats),
    placeholderData: keepPreviousData,
  })
  // Whoever closes the form while its order is made has not agreed to pay.
  const unmounted = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    unmounted.current = controller
    return () => controller.abort()
  }, [])
  const submit = form.submit({
    send: async (values) => {
      const left = unmounted.current?.signal ?? AbortSignal.abort()
      const { customerName, customerEmail, customerPhone, membershipTierId, couponCode } = values
      const order = await mutateAsync({
        customerName,
        customerEmail,
        customerPhone,
        membershipTierId,
        couponCode,
        seats: seatsOf(values),
        billing: billingOf(values),
      }).catch((error) => Promise.reject(withBillingFields(error)))
      if (left.aborted) return
      // Nobody pays another amount than the one that they have read, nor on another day.
      if (order.status !== 'completed' && !isQuoted(order, quote)) {
        setCode(couponCode)
        await refetch()
        return setHasChanged(true)
      }
      if (order.isConfirmedByHand && !isByHand) return setByHand(true)
      toast({ title: 'Order Created', description: 'Opening the payment gateway…' })
      await onOrder(order, left)
    },
    failed: (error) => {
      if (unmounted.current?.signal.aborted) return ''
      const message = messageOf(error, 'Failed to create payment order. Please try again.')
      toast({ title: 'Payment Error', description: message, destructive: true })
      return error instanceof ApiError && error.fields.membershipTierId ? error.fields.membershipTierId : message
    },
  })

  async function apply() {
    const typed = String(form.getValues('couponCode')).trim()
    setApplying(true)
    try {
      await client.fetchQuery(quoteQuery(tier.id, place, typed, seats))
      form.clearErrors('couponCode')
      setHasChanged(false)
      setCode(typed)
    } catch (error) {
      const message = error instanceof ApiError ? error.fields.couponCode : undefined
      form.setError('couponCode', { message: message ?? messageOf(error, 'The code could not be checked.') })
    } finally {
      setApplying(false)
    }
  }

  return (
    <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-quiet">{tier.name}. Your receipt will be sent to the email address below.</p>
      <div role="alert" className="empty:hidden">
        <FormProblem form={form} title="Payment Error" />
        {hasChanged && (
          <Notice tone="warning" title="The amount has changed">
            This is what the tier costs now. Press the button again if you agree.
          </Notice>
        )}
      </div>
      {isByHand && (
        <Notice tone="warning" title="Our office confirms this payment">
          Razorpay cannot make a page of your own at the moment, so you pay on a common one. Please give the same email
          address and phone number there. Your membership begins when our office has confirmed the payment, and we write
          to you then. Press the button again if you agree.
        </Notice>
      )}
      <RuleField form={form} name="customerName" hint={printHint(typed.customerName)}>
        {(control) => <input className="input" autoComplete="name" {...control} />}
      </RuleField>
      <RuleField form={form} name="customerEmail">
        {(control) => <input type="email" className="input" autoComplete="email" {...control} />}
      </RuleField>
      <RuleField form={form} name="customerPhone">
        {(control) => <input type="tel" className="input" autoComplete="tel" {...control} />}
      </RuleField>
      <BillingFields form={form} />
      {typed.kind === 'company' && <SeatsField form={form} />}
      {quote?.renews ? (
        <p className="text-quiet text-sm">Codes are for memberships that are paid once, so none applies to this one.</p>
      ) : (
        <RuleField form={form} name="couponCode" hint="If you were given one. It lowers the price before tax.">
          {(control) => (
            <div className="flex gap-2">
              <input
                className="input uppercase"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                {...control}
              />
              <Button tone="outline" busy={isApplying} onClick={apply}>
                Apply
              </Button>
            </div>
          )}
        </RuleField>
      )}
      {quote?.firstChargeAt && (
        <Notice title={`It begins on ${date(quote.firstChargeAt)}`}>
          What you have paid for ends then. Nothing is charged today.
        </Notice>
      )}
      {quote && <PriceTable {...quote} />}
      {!quote && !isError && <Spinner label="Working out the price…" />}
      {!quote && isError && (
        <Notice tone="danger" title="The price could not be worked out">
          <Button tone="outline" className="mt-2" onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {quote?.renews && <p className="text-quiet text-sm">{quote.mandate}</p>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="outline" className="max-xs:w-full" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form} busyLabel="Processing..." className="max-xs:w-full">
          Proceed to Payment
        </SubmitButton>
      </div>
    </form>
  )
}

/** Whether a company buys one membership for the buyer, or several for its people. */
function SeatsField({ form }: { form: RuleForm<'seats'> }) {
  const [isSeveral, setSeveral] = useState(form.getValues('seats') !== '')

  function choose(several: boolean) {
    setSeveral(several)
    form.setValue('seats', several ? '2' : '')
    form.clearErrors('seats')
  }

  return (
    <>
      <fieldset>
        <legend className="font-medium">For whom</legend>
        <div className="mt-1 flex flex-wrap gap-x-6">
          {[false, true].map((several) => (
            <label key={String(several)} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                className="radio"
                name={`${form.id}-for`}
                checked={isSeveral === several}
                onChange={() => choose(several)}
              />
              {several ? 'Our people' : 'Myself'}
            </label>
          ))}
        </div>
      </fieldset>
      {isSeveral && (
        <RuleField
          form={form}
          name="seats"
          hasDefault
          hint="At most 100. You invite each person by email afterwards, within a year. A membership begins when its invitation is accepted; none renews by itself."
        >
          {(control) => <input className="input tabular-nums" inputMode="numeric" autoComplete="off" {...control} />}
        </RuleField>
      )}
    </>
  )
}

// Only a company buys several.
function seatsOf({ kind, seats }: { kind: string; seats: string }): string {
  const number = seats.trim()
  return kind === 'company' && /^[1-9][0-9]{0,2}$/.test(number) && Number(number) <= 100 ? number : ''
}

function isQuoted(order: Checkout, quote: Quote | undefined): boolean {
  return order.breakdown.totalAmount === quote?.breakdown.totalAmount && order.firstChargeAt === quote.firstChargeAt
}

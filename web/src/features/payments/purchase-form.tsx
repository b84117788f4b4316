import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '@/lib/api-error'
import type { Billing, SessionUser, Tier } from '@/lib/api-types'
import { useFieldTexts } from '@/lib/field-texts'
import type { FormValues } from '@/lib/form-schema'
import { exactPrice } from '@/lib/formats'
import { billingForm, orderForm } from '@/lib/generated'
import { useDates } from '@/lib/language'
import { useModules } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { isPrintable } from '@/lib/printable'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { PlanText, useTexts, useWords } from '@/lib/texts'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LegalLink } from '@/ui/legal-link'
import { Notice } from '@/ui/notice'
import { RuleField } from '@/ui/rule-field'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import type { Checkout, Quote } from './api'
import { billingQuery, quoteQuery, useCreateOrder } from './api'
import { billingOf, billingProblems, emptyBilling, placeOf, withBillingFields, withStateOf } from './billing'
import { BillingFields } from './billing-fields'
import { CommonPageNotice } from './common-payment-page'
import { PriceTable } from './price-table'

const purchaseForm = [...orderForm, ...billingForm] as const

/** What the form sends. */
export type PurchaseValues = FormValues<typeof purchaseForm>

type PurchaseFormProps = {
  tier: Tier
  user: SessionUser
  /** What the buyer sent before the bank declined the payment. */
  sent?: PurchaseValues
  /** Why the bank declined the payment. */
  declined?: string
  onCancel: () => void
  /** Opens the checkout for an order at the price that the buyer has seen, unless they have left in the meantime. */
  onOrder: (order: Checkout, values: PurchaseValues, left: AbortSignal) => Promise<void>
}

/** The form of a purchase: the buyer, the billing details, the code and the price. */
export function PurchaseForm(props: PurchaseFormProps) {
  const word = useWords()
  const { data, isPending } = useQuery(billingQuery)
  if (isPending) return <Spinner label={word('loading')} />
  const stored = data ?? emptyBilling
  const billing = withStateOf(props.user.location, stored)
  return <Fields billing={billing} prefilledState={stored.state ? '' : billing.state} {...props} />
}

type FieldsProps = PurchaseFormProps & { billing: Billing; prefilledState: string }

function Fields({ tier, user, billing, prefilledState, sent, declined, onCancel, onOrder }: FieldsProps) {
  const text = useTexts('checkout')
  const billingText = text.group('billing')
  const word = useWords()
  const { date } = useDates()
  const toast = useToast()
  const { mutateAsync } = useCreateOrder()
  const client = useQueryClient()
  const hasCoupons = useModules()('coupons')
  const [hasChanged, setHasChanged] = useState(false)
  // The code that is included in the price below. The field may contain another one.
  const [code, setCode] = useState(sent?.couponCode ?? '')
  const [isApplying, setApplying] = useState(false)
  const [isByHand, setByHand] = useState(false)
  // Whether the invoice must show the buyer's address, as the quote says.
  const isAddressRequired = useRef(false)
  const form = useRuleForm('purchase', purchaseForm, {
    initial: {
      customerName: user.name,
      customerEmail: user.email,
      customerPhone: user.phone,
      membershipTierId: tier.id,
      ...billing,
      ...sent,
    },
    across: (values) => billingProblems(values, billingText, isAddressRequired.current),
    texts: useFieldTexts(text.group('fields')),
  })
  const typed = form.watched()
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
  isAddressRequired.current = quote?.isAddressRequired ?? false
  // A buyer who closes the form while the order is being created has not agreed to pay.
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
      // The buyer must see the amount and the date of the first charge before they pay.
      if (order.status !== 'completed' && !isQuoted(order, quote)) {
        setCode(couponCode)
        await refetch()
        return setHasChanged(true)
      }
      if (order.isConfirmedByHand && !isByHand) return setByHand(true)
      toast({ title: text.plain('order.title'), description: text.plain('order.text') })
      await onOrder(order, values, left)
    },
    failed: (error) => {
      if (unmounted.current?.signal.aborted) return ''
      const message = messageOf(error, text.plain('order.failedText'))
      toast({ title: text.plain('order.failed'), description: message, destructive: true })
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
      form.setError('couponCode', { message: message ?? messageOf(error, text.plain('code.failed')) })
    } finally {
      setApplying(false)
    }
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      refusalTitle={text('order.failed')}
      className="flex flex-col gap-5 [&_:is(input,select,textarea)]:scroll-mb-60"
      intro={
        <p className="wrap-anywhere text-quiet">
          {text('intro', {
            plan: <PlanText translation={tier.translation?.name}>{tier.name}</PlanText>,
            email: user.email,
          })}
        </p>
      }
      notices={
        <>
          {declined && (
            <Notice tone="danger" title={text('notices.failed.title')}>
              {declined}
            </Notice>
          )}
          {hasChanged && (
            <Notice tone="warning" title={text('changed.title')}>
              {text('changed.text')}
            </Notice>
          )}
        </>
      }
    >
      {isByHand && <CommonPageNotice />}
      <TextField
        form={form}
        name="customerName"
        hint={isPrintable(typed.customerName) ? undefined : billingText('latinLetters')}
        autoComplete="name"
      />
      <TextField form={form} name="customerEmail" type="email" autoComplete="email" />
      <TextField form={form} name="customerPhone" type="tel" autoComplete="tel" />
      <BillingFields
        form={form}
        text={billingText}
        asksAddress={quote?.isAddressRequired}
        prefilledState={prefilledState}
      />
      {typed.kind === 'company' && <SeatsField form={form} />}
      {hasCoupons && !quote?.renews && (
        <RuleField form={form} name="couponCode" hint={text('code.hint')}>
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
                {text('code.apply')}
              </Button>
            </div>
          )}
        </RuleField>
      )}
      {quote?.firstChargeAt && (
        <Notice title={text('starts.title', { date: date(quote.firstChargeAt) })}>{text('starts.text')}</Notice>
      )}
      {quote && <PriceTable {...quote} withoutTotal />}
      {!quote && !isError && <Spinner label={text('price.loading')} />}
      {!quote && isError && (
        <Notice tone="danger" title={text('price.failed')}>
          <Button tone="outline" className="mt-2" onClick={() => refetch()}>
            {word('retry')}
          </Button>
        </Notice>
      )}
      {quote?.renews && (
        <p className="text-quiet text-sm">
          {quote.mandate} {hasCoupons && text('code.noCodes')}
        </p>
      )}
      <Footer total={quote && exactPrice(quote.breakdown.totalAmount, quote.currency)}>
        <Button tone="outline" onClick={onCancel}>
          {word('cancel')}
        </Button>
        <SubmitButton form={form} busyLabel={text('submitting')} className="grow">
          {text('submit')}
        </SubmitButton>
      </Footer>
    </Form>
  )
}

/** The amount and the buttons, which stay in view while the fields scroll. Its margins equal the dialog's padding. */
function Footer({ total, children }: { total: string | undefined; children: ReactNode }) {
  const text = useTexts('checkout')
  return (
    <div className="sticky bottom-0 -mx-6 -mb-6 border-base-300 border-t bg-base-100 px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8">
      <p className="flex items-baseline justify-between gap-4 font-semibold">
        {text('price.total')} <span className="font-serif text-2xl tabular-nums">{total ?? '–'}</span>
      </p>
      <p className="mt-1 mb-3 text-quiet text-sm">
        {text('agree', {
          terms: <LegalLink to={paths.terms}>{text('terms')}</LegalLink>,
          refunds: <LegalLink to={paths.refund}>{text('refunds')}</LegalLink>,
        })}
      </p>
      <div className="flex flex-wrap-reverse gap-2 sm:gap-3 max-sm:[&>*]:px-2.5">{children}</div>
    </div>
  )
}

/** Whether a company buys one membership for the buyer, or several for its staff. */
function SeatsField({ form }: { form: RuleForm<'seats'> }) {
  const text = useTexts('checkout').group('seats')
  const [isSeveral, setSeveral] = useState(form.getValues('seats') !== '')

  function choose(several: boolean) {
    setSeveral(several)
    form.setValue('seats', several ? '2' : '')
    form.clearErrors('seats')
  }

  return (
    <>
      <fieldset>
        <legend className="font-medium">{text('for')}</legend>
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
              {text(several ? 'several' : 'one')}
            </label>
          ))}
        </div>
      </fieldset>
      {isSeveral && (
        <TextField form={form} name="seats" hasDefault hint={text('hint')} inputMode="numeric" autoComplete="off" />
      )}
    </>
  )
}

// Only a company can buy several memberships.
function seatsOf({ kind, seats }: { kind: string; seats: string }): string {
  const number = seats.trim()
  return kind === 'company' && /^[1-9][0-9]{0,2}$/.test(number) && Number(number) <= 100 ? number : ''
}

function isQuoted(order: Checkout, quote: Quote | undefined): boolean {
  return order.breakdown.totalAmount === quote?.breakdown.totalAmount && order.firstChargeAt === quote.firstChargeAt
}

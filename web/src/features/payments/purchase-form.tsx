import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '@/lib/api-error'
import { exactPrice } from '@/lib/formats'
import { type Breakdown, type Checkout, orderForm, type SessionUser, type Tier } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { Notice } from '@/ui/notice'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { useCreateOrder } from './api'
import { agreementWords } from './mandate'

type PurchaseFormProps = {
  tier: Tier
  user: SessionUser
  onCancel: () => void
  /** Opens the checkout for an order that costs what the buyer has read, unless they have left meanwhile. */
  onOrder: (order: Checkout, left: AbortSignal) => Promise<void>
}

/** Who pays, and how much. */
export function PurchaseForm({ tier, user, onCancel, onOrder }: PurchaseFormProps) {
  const toast = useToast()
  const { mutateAsync } = useCreateOrder()
  const [shown, setShown] = useState<Breakdown>(tier.breakdown)
  const [discount, setDiscount] = useState<Discount>()
  const hasChanged = shown !== tier.breakdown
  const renews = tier.duration !== 'lifetime' && tier.razorpayPlanId !== '' && tier.razorpayPaymentLink === ''
  const [firstChargeAt, setFirstChargeAt] = useState<string>()
  const [isByHand, setByHand] = useState(false)
  const form = useRuleForm('purchase', orderForm, {
    initial: {
      customerName: user.name,
      customerEmail: user.email,
      customerPhone: user.phone,
      membershipTierId: tier.id,
    },
  })
  // Whoever closes the form while its order is made has not agreed to pay.
  const life = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    life.current = controller
    return () => controller.abort()
  }, [])
  const submit = form.submit({
    send: async (values) => {
      const left = life.current?.signal ?? AbortSignal.abort()
      const order = await mutateAsync(values)
      if (left.aborted) return
      // Nobody pays another amount than the one that they have read.
      if (order.breakdown.totalAmount !== shown.totalAmount) {
        setDiscount(discountOf(order))
        return setShown(order.breakdown)
      }
      // Nor on another day.
      if (order.firstChargeAt !== firstChargeAt) return setFirstChargeAt(order.firstChargeAt ?? undefined)
      if (order.isConfirmedByHand && !isByHand) return setByHand(true)
      toast({ title: 'Order Created', description: 'Opening the payment gateway…' })
      await onOrder(order, left)
    },
    failed: (error) => {
      if (life.current?.signal.aborted) return ''
      const message = messageOf(error, 'Failed to create payment order. Please try again.')
      toast({ title: 'Payment Error', description: message, destructive: true })
      return error instanceof ApiError && error.fields.membershipTierId ? error.fields.membershipTierId : message
    },
  })

  return (
    <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-quiet">
        {tier.name}. Your receipt will be made out to the name below and sent to this email address.
      </p>
      <div role="alert" className="empty:hidden">
        <FormProblem form={form} title="Payment Error" />
        {hasChanged &&
          (discount ? (
            <Notice tone="success" title={`${discount.code} takes ${exactPrice(discount.amount, tier.currency)} off`}>
              Press the button again to pay the lower amount.
            </Notice>
          ) : (
            <Notice tone="warning" title="The amount has changed">
              This is what the tier costs now. Press the button again if you agree.
            </Notice>
          ))}
      </div>
      {firstChargeAt && (
        <Notice tone="warning" title="It begins when what you have paid for ends">
          Nothing is charged today. Press the button again if you agree.
        </Notice>
      )}
      {isByHand && (
        <Notice tone="warning" title="Our office confirms this payment">
          Razorpay cannot make a page of your own at the moment, so you pay on a common one. Please give the same email
          address and phone number there. Your membership begins when our office has confirmed the payment, and we write
          to you then. Press the button again if you agree.
        </Notice>
      )}
      <RuleField form={form} name="customerName">
        {(control) => <input className="input" autoComplete="name" {...control} />}
      </RuleField>
      <RuleField form={form} name="customerEmail">
        {(control) => <input type="email" className="input" autoComplete="email" {...control} />}
      </RuleField>
      <RuleField form={form} name="customerPhone">
        {(control) => <input type="tel" className="input" autoComplete="tel" {...control} />}
      </RuleField>
      {renews ? (
        <p className="text-quiet text-sm">Codes are for memberships that are paid once, so none applies to this one.</p>
      ) : (
        <RuleField form={form} name="couponCode" hint="If you were given one. It lowers the price before GST.">
          {(control) => (
            <input
              className="input uppercase"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...control}
            />
          )}
        </RuleField>
      )}
      <BreakdownTable breakdown={shown} discount={discount} currency={tier.currency} />
      {renews && (
        <p className="text-quiet text-sm">
          {agreementWords(exactPrice(shown.totalAmount, tier.currency), tier.duration, firstChargeAt)}
        </p>
      )}
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

/** What a code has taken off the price. */
type Discount = { code: string; amount: string }

function discountOf({ couponCode, discountAmount }: Checkout): Discount | undefined {
  return couponCode && discountAmount ? { code: couponCode, amount: discountAmount } : undefined
}

type BreakdownTableProps = { breakdown: Breakdown; discount: Discount | undefined; currency: string }

/** What the amount to pay is made of, before anybody pays it. */
function BreakdownTable({ breakdown, discount, currency }: BreakdownTableProps) {
  const { baseAmount, gstRate, gstAmount, totalAmount } = breakdown
  return (
    <dl className="border-base-300 border-y py-3 tabular-nums">
      {discount && (
        <>
          <Line label="Price" amount={exactPrice(Number(baseAmount) + Number(discount.amount), currency)} />
          <Line label={`Code ${discount.code}`} amount={`−${exactPrice(discount.amount, currency)}`} />
        </>
      )}
      <Line label="Membership fee" amount={exactPrice(baseAmount, currency)} />
      <Line label={`GST (${gstRate}%)`} amount={exactPrice(gstAmount, currency)} />
      <Line label="Total" amount={exactPrice(totalAmount, currency)} strong />
    </dl>
  )
}

function Line({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  return (
    <div
      className={
        strong ? 'mt-2 flex justify-between border-base-300 border-t pt-3 font-semibold' : 'flex justify-between py-1'
      }
    >
      <dt>{label}</dt>
      <dd className={strong ? 'font-serif text-2xl' : undefined}>{amount}</dd>
    </div>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { ApiError, messageOf } from '@/lib/api-error'
import type { Mine, Tier } from '@/lib/api-types'
import { areas } from '@/lib/areas'
import { useConfig } from '@/lib/config'
import { date, exactPrice } from '@/lib/formats'
import { safeLink } from '@/lib/links'
import { paths } from '@/lib/paths'
import { wait } from '@/lib/wait'
import { useToast } from '@/ui/toast-queue'
import type { Checkout } from './api'
import { fetchMine, useVerifyPayment } from './api'
import { leftForCommonPage } from './common-payment-page'

/**
 * How far a purchase is once its order is placed:
 *
 *   idle ─> paying (the checkout is open) ─> confirming ─> paid, on the way to the thanks
 *                     │                          ├> waiting ─> paid
 *                     ╰> idle (closed)           │       ╰> late
 *                                                ╰> idle (refused)
 */
export type Phase = 'idle' | 'paying' | 'confirming' | 'waiting' | 'late' | 'paid'

const destructive = true

type CheckoutRun = {
  phase: Phase
  /** Opens the provider's checkout or page for an order, unless the buyer leaves before it is loaded. */
  open: (tier: Tier, order: Checkout, left: AbortSignal) => Promise<void>
  /** Stops waiting for the confirmation. */
  leave: () => void
}

/** Leads a buyer through the provider's checkout. onClosed is called when it was closed without a payment. */
export function useCheckout({ onOpen, onClosed }: { onOpen: () => void; onClosed: (tier: Tier) => void }): CheckoutRun {
  const config = useConfig()
  const toast = useToast()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutateAsync: verifyPayment } = useVerifyPayment()
  const [phase, setPhase] = useState<Phase>('idle')
  const [paid, setPaid] = useState<{ sentence: string; isFree?: boolean }>()
  const unmounted = useRef<AbortController>(null)

  useEffect(() => {
    unmounted.current = new AbortController()
    return () => unmounted.current?.abort()
  }, [])

  useEffect(() => {
    if (phase !== 'paid') return
    const timer = setTimeout(
      () => navigate(paths.thankYou, { state: { active: true, sentence: paid?.sentence, isFree: paid?.isFree } }),
      2000,
    )
    return () => clearTimeout(timer)
  }, [phase, paid, navigate])

  async function open(tier: Tier, order: Checkout, left: AbortSignal) {
    // Removes the choice from the address first, so that Back does not lead to the provider again.
    if (order.paymentUrl) {
      flushSync(onOpen)
      if (order.isConfirmedByHand) leftForCommonPage.set()
      return window.location.assign(safeLink(order.paymentUrl) ?? paths.membershipPlans)
    }
    // A free order is complete: there is nothing to pay.
    if (order.status === 'completed') {
      onOpen()
      return succeedFree(order)
    }
    const checkout = await prepare(tier, order, left)
    if (!checkout) return
    // Our dialog must be removed first: in the browser's top layer it would cover the provider's.
    flushSync(() => setPhase('paying'))
    onOpen()
    try {
      checkout.open()
    } catch {
      setPhase('idle')
      onClosed(tier)
      toast({
        title: 'Payment Gateway Error',
        description: 'Could not open payment gateway. Please check your internet connection and try again.',
        destructive,
      })
    }
  }

  async function prepare(tier: Tier, order: Checkout, left: AbortSignal): Promise<OpenCheckout | undefined> {
    const Razorpay = await loadRazorpay(config?.checkoutScript ?? '').catch(() => undefined)
    if (left.aborted) return
    if (!Razorpay) {
      toast({
        title: 'Payment System Error',
        description: 'Payment system is not available. Please refresh the page and try again.',
        destructive,
      })
      return
    }
    try {
      const checkout = new Razorpay({
        key: order.keyId,
        amount: order.amount,
        currency: order.currency,
        name: config?.siteName ?? 'Boardcircle',
        description: tier.name,
        ...(order.subscriptionId ? { subscription_id: order.subscriptionId } : { order_id: order.orderId }),
        prefill: order.customer,
        notes: order.notes,
        theme: { color: '#f99f1b' },
        handler: (receipt) => confirm(tier, order, receipt),
        modal: { ondismiss: () => dismissed(tier, order) },
      })
      checkout.on('payment.failed', failed)
      return checkout
    } catch {
      toast({ title: 'Payment Error', description: 'Failed to open payment gateway. Please try again.', destructive })
    }
  }

  // Not final: the buyer may try again in the same checkout.
  function failed({ error }: CheckoutFailure) {
    toast({ title: 'Payment Failed', description: error?.description || error?.reason || 'Unknown error', destructive })
  }

  // Closed does not mean unpaid: the buyer may have been charged before closing it.
  async function dismissed(tier: Tier, order: Checkout) {
    const mine = await fetchMine(unmounted.current?.signal).catch(() => undefined)
    const standing = mine ? standingOf(mine, order.notes.transactionId) : 'open'
    if (standing === 'paid') return succeed(order, mine)
    if (standing === 'under-way') return waitForPayment(order)
    setPhase('idle')
    onClosed(tier)
    toast({
      title: 'Payment Cancelled',
      description: 'Your payment was cancelled. You can try again anytime.',
    })
  }

  async function confirm(tier: Tier, order: Checkout, receipt: CheckoutReceipt) {
    setPhase('confirming')
    try {
      const { status } = await verifyPayment(receipt)
      if (status === 'scheduled') return schedule(order)
      return status === 'completed' ? succeed(order) : waitForPayment(order)
    } catch (error) {
      // If the server cannot be reached, it may still have received the payment. Only a clear refusal is one.
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return waitForPayment(order)
      setPhase('idle')
      onClosed(tier)
      toast({ title: 'Payment Failed', description: messageOf(error, 'Unknown error'), destructive })
    }
  }

  async function waitForPayment(order: Checkout) {
    const signal = unmounted.current?.signal
    if (!signal || signal.aborted) return
    setPhase('waiting')
    const arrived = await awaitPayment(order.notes.transactionId, signal)
    if (signal.aborted) return
    if (arrived) succeed(order)
    else setPhase('late')
  }

  // The mandate is authorised, and nothing is paid yet.
  function schedule(order: Checkout) {
    client.invalidateQueries({ queryKey: areas.membership })
    setPhase('idle')
    navigate(paths.accountBilling)
    const amount = exactPrice(order.breakdown.totalAmount, order.currency)
    toast({
      title: 'Mandate Set Up',
      description: order.firstChargeAt
        ? `The first charge of ${amount} is made on ${date(order.firstChargeAt)}.`
        : `The first charge of ${amount} is still to come.`,
    })
  }

  // The membership may start later, or be for other people: only the server knows.
  async function succeed(order: Checkout, known?: Mine) {
    client.invalidateQueries({ queryKey: areas.membership })
    const mine = known ?? (await fetchMine(unmounted.current?.signal)?.catch(() => undefined))
    const bought = boughtBy(mine, order)
    setPaid(bought)
    setPhase('paid')
    toast({
      title: 'Payment Successful!',
      description: `${bought.sentence} You paid ${exactPrice(order.breakdown.totalAmount, order.currency)}${order.breakdown.gstRate > 0 ? ' including GST' : ''}.`,
    })
  }

  // An order that a code has made free is complete without the provider.
  async function succeedFree(order: Checkout) {
    client.invalidateQueries({ queryKey: areas.membership })
    const mine = await fetchMine(unmounted.current?.signal)?.catch(() => undefined)
    const bought = boughtBy(mine, order)
    setPaid({ ...bought, isFree: true })
    setPhase('paid')
    toast({ title: 'Nothing to Pay', description: `With your code it cost nothing. ${bought.sentence}` })
  }

  function leave() {
    unmounted.current?.abort()
    unmounted.current = new AbortController()
    setPhase('idle')
  }

  return { phase, open, leave }
}

/** Describes the result of a payment. */
function boughtBy(mine: Mine | undefined, { seats, notes }: Checkout): { sentence: string } {
  if (seats) return { sentence: 'You can invite your people on your billing page now.' }
  const startsAt = mine?.transactions.find(({ id }) => id === notes.transactionId)?.termStartsAt
  if (startsAt && Date.parse(startsAt) > Date.now())
    return { sentence: `Your new term starts on ${date(startsAt)}, when your current one ends.` }
  return { sentence: 'Your membership is activated.' }
}

// The part of the provider's checkout API that we use.

/** The checkout's result after a payment. The server verifies its signature. */
export type CheckoutReceipt = {
  razorpay_payment_id: string
  razorpay_order_id?: string
  razorpay_subscription_id?: string
  razorpay_signature: string
}

export type CheckoutFailure = { error?: { description?: string; reason?: string } }

export type CheckoutOptions = {
  key: string
  amount: number
  currency: string
  name: string
  description: string
  order_id?: string
  subscription_id?: string
  /** Makes the checkout update the subscription's card instead of taking a payment. */
  subscription_card_change?: boolean
  prefill: { name: string; email: string; contact: string }
  notes: Record<string, string>
  theme: { color: string }
  handler: (receipt: CheckoutReceipt) => void
  modal: { ondismiss: () => void }
}

export type OpenCheckout = {
  open: () => void
  on: (event: 'payment.failed', listener: (failure: CheckoutFailure) => void) => void
}

export type Razorpay = new (options: CheckoutOptions) => OpenCheckout

declare global {
  interface Window {
    Razorpay?: Razorpay
  }
}

let loading: Promise<Razorpay> | undefined

/** Loads the checkout script once, when a user is about to pay. After a failure it can be loaded again. */
export function loadRazorpay(src: string): Promise<Razorpay> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay)
  loading ??= insertScript(src).finally(() => {
    loading = undefined
  })
  return loading
}

function insertScript(src: string): Promise<Razorpay> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('the checkout script did not come'))
    }
    script.src = src
    script.onload = () => (window.Razorpay ? resolve(window.Razorpay) : fail())
    script.onerror = fail
    document.head.append(script)
  })
}

/** The state of a payment: paid, being processed, or not received. */
export type Standing = 'paid' | 'under-way' | 'open'

/** Returns the state of a transaction's payment, from the member's own payments. */
export function standingOf(mine: Mine, transactionId: string | undefined): Standing {
  const status = mine.transactions.find(({ id }) => id === transactionId)?.status
  if (status === 'completed' || status === 'refunded') return 'paid'
  return status === 'authorized' ? 'under-way' : 'open'
}

/** How often and at what interval the server is asked before we say that the payment takes longer. */
export const patience = { times: 15, milliseconds: 2000 }

/** Polls until the payment has arrived. Resolves to false after the last attempt. */
export async function awaitPayment(transactionId: string | undefined, signal: AbortSignal): Promise<boolean> {
  for (let time = 0; time < patience.times && !signal.aborted; time++) {
    await wait(patience.milliseconds, signal)
    if (signal.aborted) return false
    // A failed call is retried like one without a result.
    const mine = await fetchMine(signal).catch(() => undefined)
    if (mine && standingOf(mine, transactionId) === 'paid') return true
  }
  return false
}

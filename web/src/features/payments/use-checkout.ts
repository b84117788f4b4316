import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { ApiError } from '@/lib/api-error'
import type { Mine, Tier } from '@/lib/api-types'
import { useConfig } from '@/lib/config'
import { useDates } from '@/lib/language'
import { readAgain } from '@/lib/mutation-cache'
import { type BuiltInTexts, type TextReader, useTexts } from '@/lib/texts'
import { wait } from '@/lib/wait'
import { useToast } from '@/ui/toast-queue'
import type { Checkout } from './api'
import { fetchMine, useVerifyPayment } from './api'
import {
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutState,
  next,
  type Purchase,
  type Sale,
  standingOf,
} from './checkout'
import { leftForCommonPage } from './common-payment-page'
import { type CheckoutOptions, type CheckoutReceipt, loadRazorpay, type OpenCheckout } from './razorpay'

type CheckoutPage = {
  /** Removes the choice from the page, because the checkout opens now. */
  onOpen?: () => void
  /** Called when the checkout ended without a payment. declined is the bank's reason, if it has declined the payment. */
  onClosed?: (tier: Tier, declined?: string) => void
}

type CheckoutRun = {
  state: CheckoutState
  /** Opens the provider's checkout or page for a sale, unless the buyer leaves before it is loaded. */
  open: (sale: Sale, left?: AbortSignal) => Promise<void>
  /** Stops waiting for the confirmation. */
  leave: () => void
}

/** Leads a member through the provider's checkout. It carries out the effects of the state machine in checkout.ts. */
export function useCheckout({ onOpen = () => {}, onClosed = () => {} }: CheckoutPage = {}): CheckoutRun {
  const config = useConfig()
  const toast = useToast()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutateAsync: verifyPayment } = useVerifyPayment()
  const text = useTexts('checkout')
  const { date } = useDates()
  // Events come from the provider's window, long after the render that opened it.
  const latest = { text: text.group('notices'), results: text.group('results'), date }
  const words = useRef(latest)
  words.current = latest
  const [state, setState] = useState<CheckoutState>({ phase: 'idle' })
  const current = useRef(state)
  const waiting = useRef<AbortController>(null)

  useEffect(() => {
    waiting.current = new AbortController()
    return () => waiting.current?.abort()
  }, [])

  /** Resolves when the effects of the event are carried out. */
  async function dispatch(event: CheckoutEvent | undefined): Promise<void> {
    if (!event) return
    const [state, effects] = next(current.current, event, words.current)
    current.current = state
    setState(state)
    await Promise.all(effects.map(carryOut))
  }

  async function carryOut(effect: CheckoutEffect): Promise<void> {
    switch (effect.do) {
      case 'load':
        return dispatch(await load(effect.sale))
      case 'open':
        return openWindow(effect.sale, effect.checkout)
      case 'verify':
        return (await isStillWanted(effect.after)) ? dispatch(await verify(effect.sale, effect.receipt)) : undefined
      case 'find':
        return (await isStillWanted(effect.after)) ? dispatch(await find(effect.sale)) : undefined
      case 'describe':
        return dispatch(await describe(effect.sale))
      case 'forget':
        return flushSync(onOpen)
      case 'return':
        return onClosed(effect.tier, effect.declined)
      case 'leave':
        if (effect.isConfirmedByHand) leftForCommonPage.set()
        return window.location.assign(effect.address)
      case 'refresh':
        readAgain(client)
        return
      case 'toast':
        return toast(effect.toast)
      case 'show':
        if (await isStillWanted(effect.after)) navigate(effect.path, { state: effect.state })
    }
  }

  /** Waits, and resolves to whether the page is still open and the member is still waiting. */
  async function isStillWanted(after: number | undefined): Promise<boolean> {
    if (after === undefined) return true
    const signal = waiting.current?.signal
    if (!signal) return false
    await wait(after, signal)
    return !signal.aborted
  }

  async function load(sale: Sale): Promise<CheckoutEvent | undefined> {
    const Razorpay = await loadRazorpay(config?.checkoutScript ?? '').catch(() => undefined)
    if (current.current.phase !== 'loading' || current.current.sale !== sale) return undefined
    if (!Razorpay) return { type: 'unavailable', sale, missing: 'script' }
    try {
      const checkout = new Razorpay({
        ...orderOf(sale),
        name: config?.siteName ?? 'Boardcircle',
        theme: { color: '#f99f1b' },
        handler: (receipt) => void dispatch({ type: 'authorised', sale, receipt }),
        modal: { ondismiss: () => void dispatch({ type: 'dismissed', sale }) },
      })
      checkout.on('payment.failed', ({ error }) => {
        dispatch({ type: 'failed', sale, reason: error?.description || error?.reason || '' })
      })
      return { type: 'loaded', sale, checkout }
    } catch {
      return { type: 'unavailable', sale, missing: 'checkout' }
    }
  }

  async function openWindow(sale: Sale, checkout: OpenCheckout): Promise<void> {
    try {
      checkout.open()
    } catch {
      await dispatch({ type: 'unavailable', sale, missing: 'window' })
    }
  }

  async function verify(sale: Sale, receipt: CheckoutReceipt): Promise<CheckoutEvent> {
    try {
      const { status } = await verifyPayment(receipt)
      return { type: 'verified', sale, status }
    } catch (error) {
      // If the server cannot be reached, it may still have received the payment. Only a clear refusal is one.
      return error instanceof ApiError && error.status >= 400 && error.status < 500
        ? { type: 'refused', sale, message: error.message }
        : { type: 'unanswered', sale }
    }
  }

  async function find(sale: Sale): Promise<CheckoutEvent> {
    const transactionId = sale.kind === 'purchase' ? sale.order.notes.transactionId : undefined
    const mine = await fetchMine(waiting.current?.signal).catch(() => undefined)
    return mine ? { type: 'found', sale, standing: standingOf(mine, transactionId) } : { type: 'unanswered', sale }
  }

  async function describe(sale: Purchase): Promise<CheckoutEvent> {
    const mine = await fetchMine(waiting.current?.signal)?.catch(() => undefined)
    return { type: 'described', sale, sentence: bought(mine, sale.order, words.current) }
  }

  async function open(sale: Sale, left?: AbortSignal): Promise<void> {
    left?.addEventListener('abort', () => void dispatch({ type: 'cancelled', sale }), { once: true })
    await dispatch({ type: 'started', sale })
  }

  function leave(): void {
    waiting.current?.abort()
    waiting.current = new AbortController()
    dispatch({ type: 'left' })
  }

  return { state, open, leave }
}

type OrderOptions = Omit<CheckoutOptions, 'name' | 'theme' | 'handler' | 'modal'>

/** The checkout's options that describe what is paid. */
function orderOf(sale: Sale): OrderOptions {
  if (sale.kind === 'card') {
    const { keyId, amount, currency, subscriptionId, customer } = sale.change
    return {
      key: keyId,
      amount,
      currency,
      description: sale.tierName,
      subscription_id: subscriptionId,
      subscription_card_change: true,
      prefill: customer,
      notes: {},
    }
  }
  const { keyId, amount, currency, subscriptionId, orderId, customer, notes } = sale.order
  return {
    key: keyId,
    amount,
    currency,
    description: sale.tier.name, // Razorpay stores it with the payment, so it is in English in all languages.
    ...(subscriptionId ? { subscription_id: subscriptionId } : { order_id: orderId }),
    prefill: customer,
    notes,
  }
}

type Results = { results: TextReader<BuiltInTexts<'checkout'>['results']>; date: (time: string) => string }

/** Says what a payment has bought. */
function bought(mine: Mine | undefined, { seats, notes }: Checkout, { results, date }: Results): string {
  if (seats) return results.plain('seats')
  const startsAt = mine?.transactions.find(({ id }) => id === notes.transactionId)?.termStartsAt
  const isLater = startsAt && Date.parse(startsAt) > Date.now()
  return isLater ? results.plain('later', { date: date(startsAt) }) : results.plain('now')
}

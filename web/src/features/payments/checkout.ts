import type { Mine, Tier } from '@/lib/api-types'
import { exactPrice } from '@/lib/formats'
import { safeLink } from '@/lib/links'
import { paths } from '@/lib/paths'
import type { BuiltInTexts, TextReader } from '@/lib/texts'
import type { Toast } from '@/ui/toast-queue'
import { type CardChange, type Checkout, settlementChecks } from './api'
import type { CheckoutReceipt, OpenCheckout } from './razorpay'

// A purchase or a card update, from the server's order until the server has confirmed the result. next returns the
// state after an event, and the effects that the page carries out (use-checkout.ts). Effects report their result as
// another event.
//
//	state        event                       next state
//	idle         started                     loading; received if the order is free; idle if it is paid on another page
//	loading      loaded                      paying
//	loading      unavailable, cancelled      idle
//	paying       unavailable                 idle
//	paying       failed                      paying: the buyer may try again in the same checkout
//	paying       authorised                  confirming
//	paying       dismissed                   looking, because closed does not mean unpaid; for a card idle
//	looking      authorised                  confirming
//	looking      found                       received if paid, waiting if under way, otherwise idle
//	looking      unanswered                  idle: the buyer is asked to check before they pay again
//	confirming   verified                    received if completed; idle if scheduled, or for a card; otherwise waiting
//	confirming   unanswered                  waiting: the server may have received the payment although its answer is lost
//	confirming   refused                     idle
//	confirming   left                        left
//	waiting      found, verified             received or idle, as above; otherwise waiting, and late after the last check
//	waiting      unanswered                  waiting, and late after the last check
//	waiting      refused, left               idle
//	late         left                        idle
//	left         verified, refused           as confirming, but without waiting
//	left         unanswered                  idle
//	received     described                   paid, on the way to the thanks
//
// All other events leave the state as it is, and so do the events of an earlier sale.

/** The sale of a membership: the tier, and its order on the server. */
export type Purchase = { kind: 'purchase'; tier: Tier; order: Checkout }

/** An update of the card for the charges of a mandate. charge is the charge that will be made with the new card. */
export type CardUpdate = { kind: 'card'; tierName: string; change: CardChange; charge: 'next' | 'open' }

export type Sale = Purchase | CardUpdate

export type CheckoutState =
  | { phase: 'idle' }
  | { phase: 'loading' | 'late' | 'left'; sale: Sale }
  /** declined is the bank's last reason in this checkout. */
  | { phase: 'paying' | 'looking'; sale: Sale; declined?: string }
  | { phase: 'confirming'; sale: Sale; receipt: CheckoutReceipt }
  /** asked is how often the server was asked. A card has a receipt, which is verified again. */
  | { phase: 'waiting'; sale: Sale; receipt?: CheckoutReceipt; asked: number }
  | { phase: 'received' | 'paid'; sale: Purchase }

export type CheckoutEvent =
  | { type: 'started'; sale: Sale }
  | { type: 'loaded'; sale: Sale; checkout: OpenCheckout }
  /** The script was not loaded, the checkout was not created from the order, or it was not opened. */
  | { type: 'unavailable'; sale: Sale; missing: 'script' | 'checkout' | 'window' }
  /** The buyer closed the form while the checkout was loading. They have not agreed to pay. */
  | { type: 'cancelled'; sale: Sale }
  /** reason is empty if the provider gave none. */
  | { type: 'failed'; sale: Sale; reason: string }
  | { type: 'dismissed'; sale: Sale }
  | { type: 'authorised'; sale: Sale; receipt: CheckoutReceipt }
  | { type: 'found'; sale: Sale; standing: Standing }
  | { type: 'verified'; sale: Sale; status: string }
  | { type: 'refused'; sale: Sale; message: string }
  /** The server was not reached, or it failed. That says nothing about the payment. */
  | { type: 'unanswered'; sale: Sale }
  /** sentence says what the buyer has bought. */
  | { type: 'described'; sale: Sale; sentence: string }
  /** The buyer closed the dialog that waits for the confirmation. */
  | { type: 'left' }

export type CheckoutEffect =
  /** Loads the script and creates the checkout: loaded, unavailable. */
  | { do: 'load'; sale: Sale }
  /** Opens the checkout: failed, dismissed, authorised, unavailable. */
  | { do: 'open'; sale: Sale; checkout: OpenCheckout }
  /** Sends the receipt to the server: verified, refused, unanswered. */
  | { do: 'verify'; sale: Sale; receipt: CheckoutReceipt; after?: number }
  /** Looks for the payment among the member's own payments: found, unanswered. */
  | { do: 'find'; sale: Sale; after?: number }
  /** Finds out what the buyer has bought: described. */
  | { do: 'describe'; sale: Purchase }
  /**
   * Removes the choice from the page, so that Back does not lead to the provider again, and shows the new state at once:
   * our dialog would cover the provider's, because it is in the browser's top layer.
   */
  | { do: 'forget' }
  /** Returns to the tier after a checkout without a payment: to the form if the bank has declined it, with its reason. */
  | { do: 'return'; tier: Tier; declined?: string }
  /** Leaves for the provider's page. */
  | { do: 'leave'; address: string; isConfirmedByHand: boolean }
  /** Refetches the membership. */
  | { do: 'refresh' }
  | { do: 'toast'; toast: Toast }
  | { do: 'show'; path: string; state?: { active: true; sentence: string; isFree: boolean }; after?: number }

/** How long the toast is shown before the page of thanks, in milliseconds. */
const toThanks = 2000

type Step = [CheckoutState, CheckoutEffect[]]

/** The texts of the notices, and how the language of the page writes a date. */
export type Words = { text: TextReader<BuiltInTexts<'checkout'>['notices']>; date: (time: string) => string }

const idle: CheckoutState = { phase: 'idle' }

/** Returns the state after an event, and the effects. */
export function next(state: CheckoutState, event: CheckoutEvent, words: Words): Step {
  const { text } = words
  if (event.type === 'started') return state.phase === 'idle' ? start(event.sale, words) : [state, []]
  if (state.phase === 'idle' || (event.type !== 'left' && event.sale !== state.sale)) return [state, []]
  switch (state.phase) {
    case 'loading':
      if (event.type === 'loaded')
        return [
          { phase: 'paying', sale: state.sale },
          [{ do: 'forget' }, { do: 'open', sale: state.sale, checkout: event.checkout }],
        ]
      if (event.type === 'unavailable') return [idle, [error(noticeOf(text, event.missing))]]
      if (event.type === 'cancelled') return [idle, []]
      break
    case 'paying':
      if (event.type === 'unavailable') return [idle, [...back(state.sale), error(noticeOf(text, event.missing))]]
      if (event.type === 'failed') {
        const declined = event.reason || text.plain('failed.text')
        return [{ ...state, declined }, [error({ title: text.plain('failed.title'), description: declined })]]
      }
      if (event.type === 'authorised') return confirm(state.sale, event.receipt)
      if (event.type === 'dismissed')
        return state.sale.kind === 'card'
          ? [idle, []]
          : [{ ...state, phase: 'looking' }, [{ do: 'find', sale: state.sale }]]
      break
    case 'looking':
      if (event.type === 'authorised') return confirm(state.sale, event.receipt)
      if (event.type === 'found') {
        if (event.standing === 'paid') return succeed(state.sale, words)
        if (event.standing === 'under-way') return wait(state.sale)
        if (state.declined) return [idle, back(state.sale, state.declined)]
        return [idle, [...back(state.sale), toast(noticeOf(text, 'cancelled'))]]
      }
      if (event.type === 'unanswered') return [idle, [...back(state.sale), error(noticeOf(text, 'unconfirmed'))]]
      break
    case 'confirming':
      if (event.type === 'verified') return settled(state.sale, event.status, words) ?? wait(state.sale, state.receipt)
      if (event.type === 'unanswered') return wait(state.sale, state.receipt)
      if (event.type === 'refused') return refuse(state.sale, event.message, words)
      if (event.type === 'left') return [{ phase: 'left', sale: state.sale }, []]
      break
    case 'waiting':
      if (event.type === 'found') return event.standing === 'paid' ? succeed(state.sale, words) : waitOn(state)
      if (event.type === 'verified') return settled(state.sale, event.status, words) ?? waitOn(state)
      if (event.type === 'unanswered') return waitOn(state)
      if (event.type === 'refused') return refuse(state.sale, event.message, words)
      if (event.type === 'left') return [idle, []]
      break
    case 'late':
      if (event.type === 'left') return [idle, []]
      break
    case 'left':
      if (event.type === 'verified') return settled(state.sale, event.status, words) ?? [idle, []]
      if (event.type === 'unanswered') return [idle, []]
      if (event.type === 'refused') return refuse(state.sale, event.message, words)
      break
    case 'received':
      if (event.type === 'described') return thank(state.sale, event.sentence, words)
      break
  }
  return [state, []]
}

function start(sale: Sale, words: Words): Step {
  if (sale.kind === 'purchase') {
    const { paymentUrl, isConfirmedByHand, status } = sale.order
    if (paymentUrl) {
      const address = safeLink(paymentUrl) ?? paths.membershipPlans
      return [idle, [{ do: 'forget' }, { do: 'leave', address, isConfirmedByHand: isConfirmedByHand === true }]]
    }
    // A free order is complete: there is nothing to pay.
    if (status === 'completed') {
      const [state, effects] = succeed(sale, words)
      return [state, [{ do: 'forget' }, ...effects]]
    }
  }
  return [{ phase: 'loading', sale }, [{ do: 'load', sale }]]
}

function confirm(sale: Sale, receipt: CheckoutReceipt): Step {
  return [{ phase: 'confirming', sale, receipt }, [{ do: 'verify', sale, receipt }]]
}

/** The step after the server's answer, or undefined if the provider has not confirmed the payment yet. */
function settled(sale: Sale, status: string, words: Words): Step | undefined {
  if (sale.kind === 'card') return status === 'processing' ? undefined : succeed(sale, words)
  if (status === 'completed') return succeed(sale, words)
  if (status !== 'scheduled') return undefined
  // The mandate is authorised, and nothing is paid yet.
  const { text, date } = words
  const { breakdown, currency, firstChargeAt } = sale.order
  const amount = exactPrice(breakdown.totalAmount, currency)
  const title = text.plain('mandate.title')
  const description = firstChargeAt
    ? text.plain('mandate.onDate', { amount, date: date(firstChargeAt) })
    : text.plain('mandate.text', { amount })
  return [idle, [{ do: 'refresh' }, { do: 'show', path: paths.accountBilling }, toast({ title, description })]]
}

function succeed(sale: Sale, { text }: Words): Step {
  // The membership may start later, or be for other people: only the server knows.
  if (sale.kind === 'purchase') return [{ phase: 'received', sale }, [{ do: 'refresh' }, { do: 'describe', sale }]]
  return [
    idle,
    [
      { do: 'refresh' },
      toast({
        title: text.plain('card.title'),
        description: text.plain(sale.charge === 'open' ? 'card.open' : 'card.next'),
      }),
      { do: 'show', path: paths.account },
    ],
  ]
}

function refuse(sale: Sale, message: string, { text }: Words): Step {
  const title = text.plain(sale.kind === 'card' ? 'card.refused' : 'failed.title')
  return [idle, [...back(sale), error({ title, description: message || text.plain('failed.text') })]]
}

function wait(sale: Sale, receipt?: CheckoutReceipt, asked = 0): Step {
  const after = settlementChecks.milliseconds
  // A payment also reaches the server without the browser. A new card does not, so its receipt is sent again.
  return sale.kind === 'card' && receipt
    ? [{ phase: 'waiting', sale, receipt, asked }, [{ do: 'verify', sale, receipt, after }]]
    : [{ phase: 'waiting', sale, asked }, [{ do: 'find', sale, after }]]
}

function waitOn({ sale, receipt, asked }: Extract<CheckoutState, { phase: 'waiting' }>): Step {
  return asked + 1 < settlementChecks.times ? wait(sale, receipt, asked + 1) : [{ phase: 'late', sale }, []]
}

function thank(sale: Purchase, sentence: string, { text }: Words): Step {
  const { status, breakdown, currency } = sale.order
  const isFree = status === 'completed'
  const amount = exactPrice(breakdown.totalAmount, currency)
  const paid = breakdown.gstRate > 0 ? 'paid.withTax' : 'paid.text'
  return [
    { phase: 'paid', sale },
    [
      toast(
        isFree
          ? { title: text.plain('free.title'), description: text.plain('free.text', { result: sentence }) }
          : { title: text.plain('paid.title'), description: text.plain(paid, { result: sentence, amount }) },
      ),
      { do: 'show', path: paths.thankYou, state: { active: true, sentence, isFree }, after: toThanks },
    ],
  ]
}

type Notice = 'script' | 'checkout' | 'window' | 'cancelled' | 'unconfirmed'

function noticeOf(text: Words['text'], notice: Notice): Toast {
  return { title: text.plain(`${notice}.title`), description: text.plain(`${notice}.text`) }
}

function back(sale: Sale, declined?: string): CheckoutEffect[] {
  return sale.kind === 'purchase' ? [{ do: 'return', tier: sale.tier, declined }] : []
}

function toast(toast: Toast): CheckoutEffect {
  return { do: 'toast', toast }
}

function error(error: Toast): CheckoutEffect {
  return toast({ ...error, destructive: true })
}

/** The state of a payment: paid, being processed, or not received. */
export type Standing = 'paid' | 'under-way' | 'open'

/** Returns the state of a transaction's payment, from the member's own payments. */
export function standingOf(mine: Mine, transactionId: string | undefined): Standing {
  const status = mine.transactions.find(({ id }) => id === transactionId)?.status
  if (status === 'completed' || status === 'refunded') return 'paid'
  return status === 'authorized' ? 'under-way' : 'open'
}

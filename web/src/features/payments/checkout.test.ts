import { describe, expect, it } from 'vitest'
import type { Mine, Tier } from '@/lib/api-types'
import { date } from '@/lib/formats'
import { builtInReader } from '@/lib/texts-fixture'
import { type Checkout, settlementChecks } from './api'
import {
  type CardUpdate,
  type CheckoutEffect,
  type CheckoutEvent,
  type CheckoutState,
  next as nextWith,
  type Purchase,
  type Sale,
  standingOf,
} from './checkout'

const order = {
  orderId: 'order_1',
  currency: 'INR',
  notes: { transactionId: 't1' },
  breakdown: { gstRate: 18, totalAmount: '29500' },
} as unknown as Checkout
const tier = { id: 'tier1', name: 'Lifetime Membership' } as Tier
const purchase: Purchase = { kind: 'purchase', tier, order }
const free: Purchase = { ...purchase, order: { ...order, status: 'completed' } }
const card = { kind: 'card', tierName: 'Monthly', change: {}, charge: 'next' } as unknown as CardUpdate
const receipt = { razorpay_payment_id: 'pay_1', razorpay_signature: 'x' }
const words = { text: builtInReader('checkout').group('notices'), date }
const next = (state: CheckoutState, event: CheckoutEvent) => nextWith(state, event, words)
const checkout = { open: () => {}, on: () => {} }

/** Every state in which a sale may be. */
const states = (sale: Sale): CheckoutState[] => [
  { phase: 'idle' },
  { phase: 'loading', sale },
  { phase: 'paying', sale },
  ...(sale.kind === 'card' ? [] : [{ phase: 'looking', sale } as const]),
  { phase: 'confirming', sale, receipt },
  { phase: 'waiting', sale, ...(sale.kind === 'card' && { receipt }), asked: 3 },
  { phase: 'late', sale },
  { phase: 'left', sale },
  ...(sale.kind === 'card' ? [] : [{ phase: 'received', sale } as const, { phase: 'paid', sale } as const]),
]

/** Every event, by the name that the tables use. */
const events = (sale: Sale): Record<string, CheckoutEvent> => ({
  started: { type: 'started', sale },
  loaded: { type: 'loaded', sale, checkout },
  'no script': { type: 'unavailable', sale, missing: 'script' },
  'no checkout': { type: 'unavailable', sale, missing: 'checkout' },
  'no window': { type: 'unavailable', sale, missing: 'window' },
  cancelled: { type: 'cancelled', sale },
  failed: { type: 'failed', sale, reason: 'Declined by the bank' },
  dismissed: { type: 'dismissed', sale },
  authorised: { type: 'authorised', sale, receipt },
  'found paid': { type: 'found', sale, standing: 'paid' },
  'found under way': { type: 'found', sale, standing: 'under-way' },
  'found open': { type: 'found', sale, standing: 'open' },
  'verified completed': { type: 'verified', sale, status: 'completed' },
  'verified scheduled': { type: 'verified', sale, status: 'scheduled' },
  'verified processing': { type: 'verified', sale, status: 'processing' },
  refused: { type: 'refused', sale, message: 'It could not be verified.' },
  unanswered: { type: 'unanswered', sale },
  described: { type: 'described', sale, sentence: 'Your membership is activated.' },
  left: { type: 'left' },
})

/** An effect in short: what it does, and the title of a toast or the address that it shows. */
function short(effect: CheckoutEffect): string {
  if (effect.do === 'toast') return `toast ${effect.toast.title}`
  if (effect.do === 'show') return `show ${effect.path}`
  return effect.do
}

type Table = Record<string, Record<string, [phase: string, ...effects: string[]]>>

const unavailable: Table[string] = {
  'no script': ['idle', 'toast Payment System Error'],
  'no checkout': ['idle', 'toast Payment Error'],
  'no window': ['idle', 'toast Payment Gateway Error'],
}
const received: [string, ...string[]] = ['received', 'refresh', 'describe']
const cancelled: [string, ...string[]] = ['idle', 'return', 'toast Payment Cancelled']
const scheduled: [string, ...string[]] = ['idle', 'refresh', 'show /account/billing', 'toast Mandate Set Up']
const refusedPayment: [string, ...string[]] = ['idle', 'return', 'toast Payment Failed']
const updated: [string, ...string[]] = ['idle', 'refresh', 'toast Your card was updated', 'show /account']
const refusedCard: [string, ...string[]] = ['idle', 'toast The card was not changed']

const ofPurchase: Table = {
  idle: { started: ['loading', 'load'] },
  loading: { loaded: ['paying', 'forget', 'open'], ...unavailable, cancelled: ['idle'] },
  paying: {
    'no script': ['idle', 'return', 'toast Payment System Error'],
    'no checkout': ['idle', 'return', 'toast Payment Error'],
    'no window': ['idle', 'return', 'toast Payment Gateway Error'],
    failed: ['paying', 'toast Payment Failed'],
    dismissed: ['looking', 'find'],
    authorised: ['confirming', 'verify'],
  },
  looking: {
    authorised: ['confirming', 'verify'],
    'found paid': received,
    'found under way': ['waiting', 'find'],
    'found open': cancelled,
    unanswered: ['idle', 'return', 'toast Payment Not Confirmed'],
  },
  confirming: {
    'verified completed': received,
    'verified scheduled': scheduled,
    'verified processing': ['waiting', 'find'],
    refused: refusedPayment,
    unanswered: ['waiting', 'find'],
    left: ['left'],
  },
  waiting: {
    'found paid': received,
    'found under way': ['waiting', 'find'],
    'found open': ['waiting', 'find'],
    'verified completed': received,
    'verified scheduled': scheduled,
    'verified processing': ['waiting', 'find'],
    refused: refusedPayment,
    unanswered: ['waiting', 'find'],
    left: ['idle'],
  },
  late: { left: ['idle'] },
  left: {
    'verified completed': received,
    'verified scheduled': scheduled,
    'verified processing': ['idle'],
    refused: refusedPayment,
    unanswered: ['idle'],
  },
  received: { described: ['paid', 'toast Payment Successful!', 'show /thank-you'] },
}

const ofCard: Table = {
  idle: { started: ['loading', 'load'] },
  loading: { loaded: ['paying', 'forget', 'open'], ...unavailable, cancelled: ['idle'] },
  paying: {
    ...unavailable,
    failed: ['paying', 'toast Payment Failed'],
    dismissed: ['idle'],
    authorised: ['confirming', 'verify'],
  },
  confirming: {
    'verified completed': updated,
    'verified scheduled': updated,
    'verified processing': ['waiting', 'verify'],
    refused: refusedCard,
    unanswered: ['waiting', 'verify'],
    left: ['left'],
  },
  waiting: {
    'found paid': updated,
    'found under way': ['waiting', 'verify'],
    'found open': ['waiting', 'verify'],
    'verified completed': updated,
    'verified scheduled': updated,
    'verified processing': ['waiting', 'verify'],
    refused: refusedCard,
    unanswered: ['waiting', 'verify'],
    left: ['idle'],
  },
  late: { left: ['idle'] },
  left: {
    'verified completed': updated,
    'verified scheduled': updated,
    'verified processing': ['idle'],
    refused: refusedCard,
    unanswered: ['idle'],
  },
}

describe.each([
  ['a purchase', purchase, ofPurchase],
  ['a card update', card, ofCard],
])('%s', (_, sale, table) => {
  const cases = states(sale).flatMap((state) =>
    Object.entries(events(sale)).map(([name, event]) => ({ state, name, event, phase: state.phase })),
  )

  it.each(cases)('$phase, $name', ({ state, name, event }) => {
    const [after, effects] = next(state, event)
    const expected = table[state.phase]?.[name]
    expect([after.phase, ...effects.map(short)]).toEqual(expected ?? [state.phase])
    if (!expected) expect(after).toBe(state)
  })

  it.each(states(sale))('$phase ignores the events of an earlier sale', (state) => {
    for (const event of Object.values(events({ ...sale })))
      if (event.type !== 'started' && event.type !== 'left') expect(next(state, event)).toEqual([state, []])
  })

  it('is late after a bounded number of requests', () => {
    let [state, effects] = next({ phase: 'confirming', sale, receipt }, { type: 'unanswered', sale })
    let asked = 0
    while (state.phase === 'waiting') {
      expect(effects).toMatchObject([{ after: settlementChecks.milliseconds }])
      asked++
      ;[state, effects] = next(state, { type: 'unanswered', sale })
    }
    expect([state.phase, effects, asked]).toEqual(['late', [], settlementChecks.times])
  })
})

describe('the text that a buyer reads', () => {
  const descriptions = ([, effects]: ReturnType<typeof next>) =>
    effects.flatMap((effect) => (effect.do === 'toast' ? [effect.toast.description] : []))

  it('names the amount that was paid', () => {
    const described: CheckoutEvent = { type: 'described', sale: purchase, sentence: 'Your membership is activated.' }
    expect(descriptions(next({ phase: 'received', sale: purchase }, described))).toEqual([
      'Your membership is activated. You paid ₹29,500 including GST.',
    ])
  })

  it('names the day of a first charge', () => {
    const sale: Purchase = { ...purchase, order: { ...order, firstChargeAt: '2026-12-03T06:30:00Z' } }
    const verified: CheckoutEvent = { type: 'verified', sale, status: 'scheduled' }
    expect(descriptions(next({ phase: 'confirming', sale, receipt }, verified))).toEqual([
      'The first charge of ₹29,500 is made on 3 Dec 2026.',
    ])
  })

  it('names the charge that a new card pays', () => {
    const sale: CardUpdate = { ...card, charge: 'open' }
    const verified: CheckoutEvent = { type: 'verified', sale, status: 'completed' }
    expect(descriptions(next({ phase: 'confirming', sale, receipt }, verified))).toEqual([
      'We will use it for the unpaid charge.',
    ])
  })
})

describe('an order without a checkout', () => {
  it('shows the thank-you page immediately if it is free', () => {
    const [state, effects] = next({ phase: 'idle' }, { type: 'started', sale: free })
    expect([state.phase, ...effects.map(short)]).toEqual(['received', 'forget', 'refresh', 'describe'])
    const [paid, thanks] = next(state, { type: 'described', sale: free, sentence: 'It starts today.' })
    expect([paid.phase, ...thanks.map(short)]).toEqual(['paid', 'toast Nothing to Pay', 'show /thank-you'])
  })

  it.each([
    ['https://rzp.io/i/abc', 'https://rzp.io/i/abc'],
    ['javascript:alert(1)', '/membership-plans'],
  ])('is paid on the page of its payment link, if the link is valid: %s', (paymentUrl, address) => {
    const sale: Purchase = { ...purchase, order: { ...order, paymentUrl } }
    expect(next({ phase: 'idle' }, { type: 'started', sale })).toEqual([
      { phase: 'idle' },
      [{ do: 'forget' }, { do: 'leave', address, isConfirmedByHand: false }],
    ])
  })
})

function mine(status: string): Mine {
  const payment = { id: 't1', status } as Mine['transactions'][number]
  return { membership: null, transactions: [payment] } as unknown as Mine
}

describe('a payment that the bank has declined', () => {
  const run = (...types: string[]) =>
    types.reduce<[CheckoutState, CheckoutEffect[]]>(
      ([state], type) => next(state, events(purchase)[type] as CheckoutEvent),
      [{ phase: 'paying', sale: purchase }, []],
    )

  it('returns the buyer to the form with the reason when the checkout is closed', () =>
    expect(run('failed', 'dismissed', 'found open')).toEqual([
      { phase: 'idle' },
      [{ do: 'return', tier: purchase.tier, declined: 'Declined by the bank' }],
    ]))

  it('is forgotten if the next try is paid', () => {
    const [state] = run('failed', 'authorised')
    expect(state).not.toHaveProperty('declined')
  })
})

describe('the standing of a payment', () => {
  it.each([
    ['completed', 'paid'],
    ['refunded', 'paid'],
    ['authorized', 'under-way'],
    ['pending', 'open'],
    ['failed', 'open'],
  ])('%s is %s', (status, standing) => expect(standingOf(mine(status), 't1')).toBe(standing))

  it("is open if the member's list does not have the payment", () => {
    expect(standingOf(mine('completed'), 't2')).toBe('open')
    expect(standingOf(mine('completed'), undefined)).toBe('open')
  })
})

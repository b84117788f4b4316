import type { ReactNode } from 'react'
import { date, dateAndTime, exactPrice } from '@/lib/formats'
import { gstStates } from '@/lib/generated'
import { mailTo, phoneText, telTo } from '@/lib/links'
import { methodLabel } from '@/lib/option-labels'
import { CopyButton } from '@/ui/copy-button'
import { EmailText } from '@/ui/email-address'
import type { TransactionDetail } from './api'
import { isUnmatchedPayment } from './refund-dialog'

const kinds: Readonly<Record<TransactionDetail['kind'], string>> = {
  order: 'Paid once, in the checkout',
  subscription: 'Mandate, renews automatically',
  link: 'Paid on a payment page',
  offline: 'Paid offline',
}

/** Formats a time to the minute. */
export function moment(at: string): string {
  return at ? dateAndTime(at) : ''
}

/** The fields of a transaction. Empty fields are left out. */
export function TransactionFacts({ transaction: t }: { transaction: TransactionDetail }) {
  const money = (amount: string) => exactPrice(amount, t.currency)
  const { paymentLink: link, subscription: mandate, membership: term } = t
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Email', t.customerEmail && <Address address={t.customerEmail} />],
    [
      'Phone',
      t.customerPhone && (
        <a href={telTo(t.customerPhone)} className="text-link">
          {phoneText(t.customerPhone)}
        </a>
      ),
    ],
    ['Type of payment', kinds[t.kind]],
    ['Memberships', t.seats > 0 && `${t.seats}, bought by a company for its team`],
    [
      'Amount',
      `${money(t.amount)}: ${money(t.baseAmount)}${
        Number(t.discountAmount) > 0 ? ` less ${money(t.discountAmount)} with the code ${t.couponCode}` : ''
      } and ${money(t.gstAmount)} GST (${t.gstRate}%)`,
    ],
    [
      'Payments',
      (t.payments.length > 1 || t.payments.some(({ isSold }) => !isSold)) && <Payments payments={t.payments} />,
    ],
    ['Refunded', Number(t.refundedAmount) > 0 && money(t.refundedAmount)],
    ['Method', methodLabel(t.paymentMethod)],
    [
      'Invoice to',
      t.billing?.kind === 'company' && [t.billing.legalName, t.billing.address].filter(Boolean).join(', '),
    ],
    ['GSTIN', t.billing?.gstin && `${t.billing.gstin}${t.billing.isSEZ ? ', in a special economic zone' : ''}`],
    ['State', gstStates.find(({ code }) => code === t.billingState)?.name],
    ['Created', moment(t.createdAt)],
    ['Paid at', moment(t.processedAt)],
    ['Last failure', t.failure],
    ['Next check with Razorpay', moment(t.nextCheckAt)],
    ['Payment ID', t.razorpayPaymentId && <Id id={t.razorpayPaymentId} what="payment" />],
    ['Order ID', t.razorpayOrderId && <Id id={t.razorpayOrderId} what="order" />],
    ['Mandate', mandate && `${mandate.state}, charged ${times(mandate.paidCount)}${ending(mandate)}`],
    [
      'Arrears',
      mandate && Number(mandate.arrears) > 0 && `${money(mandate.arrears)} of the mandate’s charges was not paid`,
    ],
    ['Mandate ID', mandate && <Id id={mandate.razorpaySubscriptionId} what="mandate" />],
    [
      'Payment link',
      link && `${link.state.replaceAll('_', ' ')}${link.expireBy ? `, until ${moment(link.expireBy)}` : ''}`,
    ],
    ['Payment link address', link?.url && <Id id={link.url} what="link" />],
    [
      'Membership',
      term && `${date(term.startsAt)} ${term.endsAt ? `to ${date(term.endsAt)}` : 'for life'}, ${term.status}`,
    ],
  ]
  return (
    <section aria-labelledby="transaction-facts" className="mb-10">
      <h2 id="transaction-facts" className="display-3 mb-3">
        Details
      </h2>
      <dl className="grid max-w-3xl grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] border-base-300 border-t [&>*]:border-base-300 [&>*]:border-b [&>*]:py-2.5 [&>dt]:pr-6 [&>dt]:text-quiet sm:[&>dt]:pr-12">
        {facts.flatMap(([name, value]) =>
          value ? [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{value}</dd>] : [],
        )}
      </dl>
    </section>
  )
}

function Payments({ payments }: Pick<TransactionDetail, 'payments'>) {
  return (
    <ul className="space-y-1">
      {payments.map((payment) => (
        <li key={payment.paymentId}>
          {exactPrice(payment.amount, payment.currency)} on {date(payment.paidAt)}
          {Number(payment.refundedAmount) > 0 && `, ${exactPrice(payment.refundedAmount, payment.currency)} refunded`}
          {isUnmatchedPayment(payment) && ', not matched'}
          <Id id={payment.paymentId} what="payment" />
        </li>
      ))}
    </ul>
  )
}

const times = (number: number) => (number === 1 ? 'once' : `${number} times`)

function ending({ isEnding, cancelAtPeriodEnd, chargeAt }: NonNullable<TransactionDetail['subscription']>): string {
  if (isEnding) return ', no more charges'
  if (cancelAtPeriodEnd) return ', ends with its period'
  return chargeAt ? `, next on ${date(chargeAt)}` : ''
}

function Address({ address }: { address: string }) {
  return (
    <a href={mailTo(address)} className="text-link">
      <EmailText address={address} />
    </a>
  )
}

function Id({ id, what }: { id: string; what: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 font-mono text-sm">{id}</span>
      <CopyButton text={id} label={`Copy the ${what}: ${id}`} copied={{ title: 'Copied!' }} />
    </span>
  )
}

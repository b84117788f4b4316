import type { LegalSection } from './legal-document'
import { Clauses, ContactEmail, Contacts, IfTaxed, LegalLink, SiteName } from './legal-text'

/** The cancellation and refund policy. */
export const refundSections: readonly LegalSection[] = [
  {
    id: 'scope',
    title: 'What this policy covers',
    body: (
      <p>
        This policy applies to all payments made to <SiteName /> for memberships and events, and is part of the{' '}
        <LegalLink to="terms" />. Sending a nomination, opening an account and reading this website are free.
      </p>
    ),
  },
  {
    id: 'membership-fee',
    title: 'Membership fee',
    body: (
      <>
        <p>
          <strong>The lifetime membership fee is a one-time fee and is non-refundable.</strong> It is not refunded, in
          whole or in part, if you do not use the benefits, leave a board, leave the circle, or are asked to leave it
          for a breach of the terms.
        </p>
        <p>
          A plan that renews can be cancelled at any time on the billing page of your account, or by writing to{' '}
          <ContactEmail />. It then runs until the end of the period that you have paid for. A period that has started
          is not refunded.
        </p>
        <p>
          Please read the plan’s description and the total
          <IfTaxed>, GST included,</IfTaxed> before you pay. You can close the payment window at any time before you
          confirm, and nothing is charged.
        </p>
      </>
    ),
  },
  {
    id: 'event-tickets',
    title: 'Event tickets',
    body: (
      <p>
        <strong>Event tickets are non-refundable unless the event’s own page or invitation states otherwise.</strong>{' '}
        Where it does, the terms stated there apply.
      </p>
    ),
  },
  {
    id: 'no-transfer',
    title: 'No transfer',
    body: (
      <p>
        Memberships, tickets and invitations are personal. They cannot be transferred to another person or company, or
        exchanged for another plan, another event or credit.
      </p>
    ),
  },
  {
    id: 'payment-errors',
    title: 'Payment errors',
    body: (
      <>
        <p>
          A genuine payment error, such as a duplicate payment or a wrong amount,{' '}
          <strong>may be reported within 7 working days of the payment</strong>. Write to <ContactEmail /> with
        </p>
        <Clauses>
          <li>your name, and the email or telephone number that you paid with;</li>
          <li>the payment ID or order ID, the date and the amount; and</li>
          <li>what went wrong, with the receipt or the bank’s message if you have one.</li>
        </Clauses>
        <p>
          We check your report against our records and Razorpay’s, and answer within 7 working days. If we confirm the
          error, we refund the payment in full to the account or card that was charged, usually within 5 to 10 working
          days, depending on your bank. We never refund in cash or to another account, and we never ask for your card
          number, password or OTP.
        </p>
      </>
    ),
  },
  {
    id: 'failed-payments',
    title: 'Failed and pending payments',
    body: (
      <p>
        If your account was debited but the membership is not active, the payment may still be in progress. Please wait
        24 hours and do not pay again. If a payment fails, your bank returns it automatically. If your bank does not,
        report it as a payment error.
      </p>
    ),
  },
  {
    id: 'decisions',
    title: 'Decisions',
    body: (
      <p>
        <strong>The management’s decisions on cancellations and refunds are final.</strong> They do not take away the
        rights that the Consumer Protection Act, 2019 gives to consumers.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <>
        <p>Send questions and complaints about a payment to:</p>
        <Contacts />
      </>
    ),
  },
]

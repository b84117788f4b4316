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
        <LegalLink to="terms" />. Sending a nomination, opening an account and reading this website cost nothing.
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
          <ContactEmail />. It then ends with the period that is already paid for. A period that has started is not
          refunded.
        </p>
        <p>
          Please read the plan’s description and the total
          <IfTaxed>, GST included,</IfTaxed> before you pay. You can close the payment window at any moment before you
          confirm; nothing is charged then.
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
        Where it does, its terms apply.
      </p>
    ),
  },
  {
    id: 'no-transfer',
    title: 'No transfer',
    body: (
      <p>
        Memberships, tickets and invitations are personal. They can’t be transferred to another person or company, or
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
          <li>what went wrong, with the receipt or the bank’s message if you have it.</li>
        </Clauses>
        <p>
          We check it against our records and Razorpay’s, and answer within 7 working days. An error that is confirmed
          is refunded in full to the account or card that was charged, usually within 5 to 10 working days, depending on
          your bank. We never refund in cash or to another account, and we never ask for your card number, password or
          OTP.
        </p>
      </>
    ),
  },
  {
    id: 'failed-payments',
    title: 'Failed and pending payments',
    body: (
      <p>
        If your account was debited but the membership is not active, the payment may still be on its way. Please wait
        24 hours and do not pay again. A payment that fails is returned by your bank on its own; if it is not, report it
        as a payment error.
      </p>
    ),
  },
  {
    id: 'decisions',
    title: 'Decisions',
    body: (
      <p>
        <strong>The decisions of the management on cancellations and refunds are final.</strong> They do not take away
        the rights that the Consumer Protection Act, 2019 gives to consumers.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <>
        <p>Questions and complaints about a payment go to:</p>
        <Contacts />
      </>
    ),
  },
]

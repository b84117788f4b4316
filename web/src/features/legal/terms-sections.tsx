import type { LegalSection } from './legal-document'
import { Clauses, ContactEmail, Contacts, IfTaxed, LegalLink, SiteName } from './legal-text'

/** The terms and conditions. */
export const termsSections: readonly LegalSection[] = [
  {
    id: 'about-these-terms',
    title: 'About these terms',
    body: (
      <>
        <p>
          <SiteName /> (“the circle”, “we”, “us”) is an invitation-only community of women who serve on corporate boards
          in India. It is run by a mentoring-platform provider based in Mumbai, India.
        </p>
        <p>
          By using this website, opening an account, sending a nomination or buying a membership, you (“you”, “the
          member”) agree to these terms, to the <LegalLink to="privacy" /> and to the <LegalLink to="refund" />. If you
          do not agree with them, please do not use the website.
        </p>
        <p>
          These terms are an electronic record under the Information Technology Act, 2000 and the rules made under it.
          An electronic record needs no physical or digital signature.
        </p>
      </>
    ),
  },
  {
    id: 'eligibility',
    title: 'Eligibility',
    body: (
      <>
        <p>You may open an account, apply and become a member only if you</p>
        <Clauses>
          <li>are at least 18 years old and able to enter into a contract under the Indian Contract Act, 1872;</li>
          <li>
            are a woman who serves, at the time of applying, as a director or advisory member on at least one board in
            India; and
          </li>
          <li>give details that are true, current and complete, and keep them up to date.</li>
        </Clauses>
        <p>
          The board you serve on may be that of a listed company, a public-sector undertaking, a small or medium firm or
          a startup. The circle is not open to women who are seeking a first board seat.
        </p>
      </>
    ),
  },
  {
    id: 'nominations',
    title: 'Nominations and their review',
    body: (
      <>
        <p>
          A nomination is an application, not a purchase. Sending one is free and gives no right to membership. We
          verify your current board positions, and our board reviews each nomination. We aim to contact successful
          applicants within 48 hours.
        </p>
        <p>
          We may ask for proof, decline a nomination, or withdraw an invitation that was based on details that turn out
          to be wrong. We do not have to give reasons.
        </p>
      </>
    ),
  },
  {
    id: 'accounts',
    title: 'Your account',
    body: (
      <>
        <p>
          An account is personal. Keep your password and your PIN to yourself: you are responsible for what is done with
          them. After five wrong PINs in a row, the PIN is turned off until you sign in with your password.
        </p>
        <p>
          If you suspect that another person is using your account, reset your password at once and write to{' '}
          <ContactEmail />. Resetting the password ends all sessions of the account.
        </p>
      </>
    ),
  },
  {
    id: 'membership',
    title: 'Membership',
    body: (
      <>
        <p>
          A lifetime membership lasts for as long as you live and the circle exists, and as long as you keep to these
          terms. A membership with another duration lasts for the period that its plan states. It renews only where the
          plan says so and you have given a mandate, until you cancel it.
        </p>
        <p>
          <strong>
            Lifetime membership is personal, non-transferable and non-refundable. It cannot be sold, lent, assigned,
            inherited or shared with a colleague or a company.
          </strong>
        </p>
        <p>
          You remain a member when you leave a board. The benefits described on this website may change over time as the
          circle grows. None of them is a promise of a particular result.
        </p>
      </>
    ),
  },
  {
    id: 'fees',
    title: 'Fees and payment',
    body: (
      <>
        <p>
          <strong>Fees are payable in full, in advance, before a membership begins.</strong> There are no instalments.
          Each plan states its price
          <IfTaxed>; goods and services tax (GST) at the rate in force is added to it and shown before you pay</IfTaxed>
          .
        </p>
        <p>
          Razorpay processes payments under its own terms. We neither see nor store your card, bank or UPI credentials.
          A membership is active once Razorpay has confirmed the payment to us.
        </p>
        <p>
          Refunds are governed by the <LegalLink to="refund" />.
        </p>
      </>
    ),
  },
  {
    id: 'events',
    title: 'Sessions and events',
    body: (
      <p>
        Members are invited to monthly online sessions of about 90 minutes and to other events. Some events need a
        ticket. We may change the date, place, speakers or format of an event, and we will tell everyone who has
        registered. You may not record a session, or admit others to it, without our written consent.
      </p>
    ),
  },
  {
    id: 'conduct',
    title: 'Conduct and confidence',
    body: (
      <>
        <p>Boardroom matters are confidential, and so is what members tell each other. You agree</p>
        <Clauses>
          <li>
            to keep what you learn about other members and their boards in confidence, unless they allow you to share
            it;
          </li>
          <li>
            never to disclose, ask for or use unpublished price-sensitive information, as the SEBI (Prohibition of
            Insider Trading) Regulations, 2015 define it, and to fulfil the duties that you owe to your companies;
          </li>
          <li>not to solicit members for business, employment, funds or causes without their consent;</li>
          <li>
            not to post or share anything that is unlawful, defamatory, obscene, harassing, misleading or infringing, or
            that rule 3(1)(b) of the Information Technology (Intermediary Guidelines and Digital Media Ethics Code)
            Rules, 2021 forbids; and
          </li>
          <li>
            not to attack, overload, copy wholesale or reverse engineer this website, or try to reach other people’s
            data.
          </li>
        </Clauses>
      </>
    ),
  },
  {
    id: 'content',
    title: 'Content and intellectual property',
    body: (
      <>
        <p>
          The website, its texts, drawings and research, and the name and mark of the circle belong to us or to our
          licensors. Members may use them for their own reading and work, and quote them with attribution. All other use
          needs our written consent.
        </p>
        <p>
          You keep ownership of what you contribute. You allow us, free of charge, to use it within the circle. We
          publish your name, words or photograph outside the circle only with your consent, which you may withdraw.
        </p>
      </>
    ),
  },
  {
    id: 'no-advice',
    title: 'No advice, no promise',
    body: (
      <p>
        The circle’s content is for information. It is not legal, financial, tax or investment advice. Figures that we
        show, such as the number of board invitations that members report, describe past experience and are not a
        promise. We do not guarantee a board seat, an introduction or any other outcome. The website is provided “as is”
        and “as available”.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Limitation of liability',
    body: (
      <>
        <p>
          <strong>
            To the fullest extent that the law allows, our total liability to you, for all claims together and on
            whatever ground, is limited to one thousand Indian rupees (₹1,000).
          </strong>{' '}
          We are not liable for indirect or consequential loss, for loss of profit, opportunity, goodwill or data, or
          for what other members or third parties do.
        </p>
        <p>
          Nothing in these terms limits liability that cannot be limited by law, or the rights that the Consumer
          Protection Act, 2019 gives to consumers.
        </p>
      </>
    ),
  },
  {
    id: 'indemnity',
    title: 'Your responsibility to us',
    body: (
      <p>
        You will compensate us for any loss, including reasonable legal costs, that we suffer because you breach these
        terms, give false details in your nomination, or violate the law or the rights of others.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Suspension and end',
    body: (
      <p>
        You may leave at any time by writing to <ContactEmail />. We may suspend or end an account or a membership,
        without refund, if its holder breaches these terms or harms the circle or its members, or if the law requires
        it. Where it is fair to do so, we will warn you first and hear your side. The sections on content, confidence,
        liability and law continue to apply after your membership or account ends.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We may change these terms. The date at the top is the date of the last change. We tell members about important
        changes by email before they take effect. A change does not affect a payment made before it.
      </p>
    ),
  },
  {
    id: 'grievances',
    title: 'Grievances',
    body: (
      <>
        <p>
          Complaints under the Information Technology Act, 2000, the Consumer Protection Act, 2019 and the rules under
          them go to our Grievance Officer. We acknowledge a complaint within 24 hours and resolve it within 15 days of
          receiving it. Where that is not possible, we tell you why and resolve it within one month.
        </p>
        <Contacts />
      </>
    ),
  },
  {
    id: 'law',
    title: 'Governing law and courts',
    body: (
      <>
        <p>
          <strong>
            These terms are governed by Indian law. The courts at Mumbai have exclusive jurisdiction over all disputes
            that arise from them or from your use of this website.
          </strong>{' '}
          Before going to court, both sides will try in good faith for 30 days to settle the matter.
        </p>
        <p>
          If a part of these terms is found invalid, the rest remains in force. If we do not enforce a right at once, we
          do not give it up.
        </p>
      </>
    ),
  },
]

import type { LegalSection } from './legal-document'
import { Clauses, ContactEmail, Contacts, SiteName } from './legal-text'
import { StoredInBrowser } from './stored-in-browser'

/** The privacy policy. */
export const privacySections: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <p>
        <SiteName /> is run by a mentoring-platform provider based in Mumbai, India (“we”). We decide why and how your
        personal data is processed, so we are its data fiduciary under the Digital Personal Data Protection Act, 2023
        (“the DPDP Act”). This policy also serves as our notice under that Act and under the Information Technology Act,
        2000 and its rules.
      </p>
    ),
  },
  {
    id: 'what',
    title: 'What we collect',
    body: (
      <>
        <p>We collect what you give us:</p>
        <Clauses>
          <li>
            <strong>Account:</strong> your name, email, telephone number, location, what you are interested in, your
            password and, if you choose one, your PIN.
          </li>
          <li>
            <strong>Nomination:</strong> your name and contact details, LinkedIn profile, designation, company,
            industry, experience, board positions, areas of expertise, how you heard about us, why you are interested,
            and how you prefer to meet.
          </li>
          <li>
            <strong>Draft:</strong> while you fill in the nomination form, we save your answers on our server every few
            seconds, so that you do not lose them. Our staff can see drafts.
          </li>
          <li>
            <strong>Payment:</strong> your name, email and telephone number, the plan, amount, method, status and
            payment IDs. Only Razorpay receives your card, bank and UPI credentials. We never see them.
          </li>
        </Clauses>
        <p>We also collect data about how the website and our emails are used:</p>
        <Clauses>
          <li>
            <strong>Email:</strong> whether a message was delivered, opened or clicked, or could not be delivered.
          </li>
          <li>
            <strong>Technical data:</strong> IP address, browser type and the time of requests, to keep the website
            running and to stop abuse.
          </li>
          <li>
            <strong>Error reports:</strong> when a page fails, your browser sends us the error message (without email
            addresses, telephone numbers and web addresses), the place of the error in our scripts, the kind of page and
            the version of the website.
          </li>
        </Clauses>
        <p>We show no advertising, use no analytics service and do not track you across websites.</p>
      </>
    ),
  },
  {
    id: 'why',
    title: 'What we use it for',
    body: (
      <>
        <p>
          We process your data with the consent that you give when you send it (section 6 of the DPDP Act), for the
          legitimate uses that the Act lists (section 7), and where the law obliges us. We use it to
        </p>
        <Clauses>
          <li>review your nomination, verify your board positions and contact you about it;</li>
          <li>open and protect your account, and sign you in;</li>
          <li>take payments, confirm them, and keep the accounts that the law requires;</li>
          <li>run the membership: sessions, events, introductions and curated content by email;</li>
          <li>answer your questions and complaints; and</li>
          <li>prevent fraud and abuse, and keep the website secure.</li>
        </Clauses>
        <p>We make no decision about you by automated means alone. People read every nomination.</p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and local storage',
    body: (
      <>
        <p>
          We store only what the website needs in order to work, so we do not ask for your consent to cookies. The
          payment window, which opens only when you pay, belongs to Razorpay and sets cookies of its own.
        </p>
        <StoredInBrowser />
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'Who we share it with',
    body: (
      <>
        <p>We do not sell or rent personal data. We share it only with</p>
        <Clauses>
          <li>
            <strong>Brevo</strong> (France), which delivers our email on our instructions: your name, email and the text
            of the message;
          </li>
          <li>
            <strong>Razorpay</strong> (India), which processes payments: your name, email, telephone number and the
            order;
          </li>
          <li>the companies that host this website for us, on our instructions;</li>
          <li>the board that reviews nominations, and our professional advisers, under a duty of confidence; and</li>
          <li>courts, regulators and authorities, where the law requires it.</li>
        </Clauses>
        <p>
          Other members see only what you agree to show them. Some data, such as email, is processed outside India. We
          do this only as section 16 of the DPDP Act allows, and under contracts that protect the data.
        </p>
      </>
    ),
  },
  {
    id: 'circle',
    title: 'What other members see',
    body: (
      <>
        <p>Your place in the members’ circle shows only what you choose:</p>
        <Clauses>
          <li>
            <strong>Directory:</strong> you are not listed unless you publish a profile with your consent. Members then
            see your name, portrait, designation, company, boards, biography, city, sectors and languages, what you can
            help with and what you are looking for. For your email, telephone number and LinkedIn address you choose who
            sees each of them: all members, members you have been introduced to, or no one. We record who asks to see
            contacts. You can withdraw your profile at any time. Your membership and its price do not depend on it.
            While it is published, members also see that you are going to the next session.
          </li>
          <li>
            <strong>Lines about you:</strong> what another member writes about you is shown on your profile only after
            you have approved it. Its author and you can take it back at any time.
          </li>
          <li>
            <strong>Introductions and mentors:</strong> only the two members see the request and the messages, unless
            one of them reports a message to the office. If you decline, the other member is not told. Only the office
            reads what you answer when we ask how it goes with a mentor.
          </li>
          <li>
            <strong>Sessions and recordings:</strong> we ask for your consent to be recorded when you answer an
            invitation, and you can withdraw it while you have a place. Recordings are for members only.
          </li>
          <li>
            <strong>Consultations:</strong> members see your comments with your name. In a secret ballot we store that
            you have voted, and nothing that we store connects your vote to you. In an open ballot your choice is
            published with your name, and the page says so before you vote.
          </li>
          <li>
            <strong>Board seats:</strong> if you show interest, the member who posted the board seat gets your name and
            your note, or the office if the board seat is confidential. They do not get your email address or telephone
            number from us. The days of your board terms are for you alone.
          </li>
          <li>
            <strong>Blocking:</strong> if you block a member, neither of you sees the other’s profile, comments and
            interest. We do not tell them.
          </li>
        </Clauses>
      </>
    ),
  },
  {
    id: 'reports',
    title: 'Reports to the office',
    body: (
      <>
        <p>
          Members can report a profile, a comment, a board seat or a message to them. A report has the name of the
          member who reports, the reason, and a copy of what they saw. Only our office reads it, and a person on our
          staff whom it is about cannot open it. We do not tell anyone who reported.
        </p>
        <p>
          We confirm a report at once and decide within 7 days; within 36 hours if someone is harassed, in danger or
          impersonated; and within 2 hours about intimate images. If we remove what you have written or suspend your
          profile, we tell you why by email, and you can reply if you think that it is a mistake.
        </p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <Clauses>
        <li>
          <strong>Drafts:</strong> 30 days after the last change. A draft is deleted at once when you send the
          nomination or discard the draft.
        </li>
        <li>
          <strong>Nominations and accounts:</strong> for as long as you are a member or your nomination is open, and
          until you ask us to erase them.
        </li>
        <li>
          <strong>Introductions:</strong> a request that was not accepted, 90 days after the time for an answer. A
          conversation, one year after it was closed.
        </li>
        <li>
          <strong>Password reset links:</strong> 1 hour. They work once.
        </li>
        <li>
          <strong>Sessions:</strong> 30 days, or until you sign out or reset your password.
        </li>
        <li>
          <strong>Payments and invoices:</strong> 8 financial years, as company and tax law requires, even after you
          leave.
        </li>
        <li>
          <strong>Records of email:</strong> for as long as the account or nomination that they belong to. If you
          unsubscribe, we keep a record of it, so that we do not write to you again.
        </li>
        <li>
          <strong>Technical logs, including error reports:</strong> 5 days, unless we are investigating abuse.
        </li>
      </Clauses>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <>
        <p>
          Passwords and PINs are stored only as salted hashes, so that no one can read them, not even us. Reset links
          are random, work once and expire. Connections are encrypted, scripts cannot read session cookies, repeated
          failed sign-ins are slowed down, and only staff who need members’ data have access to it.
        </p>
        <p>
          No system is perfectly secure. If a breach affects your data, we will tell you and the Data Protection Board
          of India without delay, as the DPDP Act requires.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>Under sections 11 to 14 of the DPDP Act you may</p>
        <Clauses>
          <li>know which of your data we process, and who we have shared it with;</li>
          <li>have it corrected, completed or updated;</li>
          <li>have it erased, unless the law requires us to keep it;</li>
          <li>withdraw your consent, as easily as you gave it, for the future;</li>
          <li>have a grievance heard; and</li>
          <li>nominate a person to exercise these rights if you die or become incapable.</li>
        </Clauses>
        <p>
          <strong>
            To exercise a right, send an email to <ContactEmail />
          </strong>{' '}
          from the address that we have for you. We may ask for proof of who you are. We answer within 30 days, free of
          charge. You may discard a draft yourself, on the form.
        </p>
        <p>
          Without the data marked as required we cannot review a nomination or run a membership. If we erase this data
          at your request, both end, and the fee is not refunded.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        The circle is for adults. We do not knowingly process the data of anyone under 18. If you believe that we do,
        tell us and we will erase it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        We may change this policy. The date at the top is the date of the last change. Where a change needs your
        consent, we ask for it. We tell members about other important changes by email.
      </p>
    ),
  },
  {
    id: 'grievances',
    title: 'Contact and grievances',
    body: (
      <>
        <p>Questions, requests and complaints about your data go to our Grievance Officer:</p>
        <Contacts />
        <p>
          If our answer does not satisfy you, you may complain to the Data Protection Board of India, after you have
          given us the chance to put the matter right.
        </p>
      </>
    ),
  },
]

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
        personal data is processed, and are its data fiduciary under the Digital Personal Data Protection Act, 2023
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
            <strong>Draft:</strong> while you fill in the nomination form, what you have typed is saved on our server
            every few seconds, so that it is not lost. Our staff can see drafts.
          </li>
          <li>
            <strong>Payment:</strong> your name, email and telephone number, the plan, amount, method, status and
            payment IDs. Card, bank and UPI credentials go to Razorpay alone; we never see them.
          </li>
        </Clauses>
        <p>And what arises from using the website:</p>
        <Clauses>
          <li>
            <strong>Email:</strong> whether a message was delivered, opened or clicked, or could not be delivered.
          </li>
          <li>
            <strong>Technical data:</strong> IP address, browser type and the time of requests, to keep the website
            running and to stop abuse.
          </li>
        </Clauses>
        <p>There is no advertising, no analytics service and no tracking across websites here.</p>
      </>
    ),
  },
  {
    id: 'why',
    title: 'What we use it for',
    body: (
      <>
        <p>
          We process your data with the consent that you give when you send it (section 6 of the DPDP Act), for the uses
          that the Act calls legitimate (section 7), and where the law obliges us. We use it to
        </p>
        <Clauses>
          <li>review your nomination, verify your board positions and contact you about it;</li>
          <li>open and protect your account, and sign you in;</li>
          <li>take payments, confirm them, and keep the accounts that the law asks for;</li>
          <li>run the membership: sessions, events, introductions and curated content by email;</li>
          <li>answer your questions and complaints; and</li>
          <li>prevent fraud and abuse, and keep the website secure.</li>
        </Clauses>
        <p>We make no decision about you by automated means alone: people read nominations.</p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and local storage',
    body: (
      <>
        <p>
          We set only what the website needs in order to work, and so we ask for no cookie consent. The payment window,
          which opens only when you pay, is Razorpay’s and sets its own.
        </p>
        <StoredInBrowser />
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'With whom we share it',
    body: (
      <>
        <p>We do not sell or rent personal data. It is shared only with</p>
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
          Other members see only what you agree to show them. Where data is processed outside India, as email is, that
          happens as section 16 of the DPDP Act allows, under contracts that protect it.
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
          <strong>Drafts:</strong> 30 days after the last change. A draft ends at once when you send the nomination or
          discard it.
        </li>
        <li>
          <strong>Nominations and accounts:</strong> for as long as you are a member or your nomination is open, and
          until you ask us to erase them.
        </li>
        <li>
          <strong>Password reset links:</strong> 1 hour. They work once.
        </li>
        <li>
          <strong>Sessions:</strong> 30 days, or until you log out or reset your password.
        </li>
        <li>
          <strong>Payments and invoices:</strong> 8 financial years, as company and tax law requires, even after you
          leave.
        </li>
        <li>
          <strong>Records of email:</strong> for as long as the account or nomination that they belong to. A record that
          you want no more email is kept, so that we keep to it.
        </li>
        <li>
          <strong>Technical logs:</strong> a few days, unless an abuse is being investigated.
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
          Passwords and PINs are stored only as salted hashes, so that no one can read them, not even we. Reset links
          are random, work once and expire. Connections are encrypted, session cookies are out of the reach of scripts,
          repeated wrong sign-ins are slowed down, and only the staff who need it have access to members’ data.
        </p>
        <p>
          No system is perfectly secure. If a breach concerns your data, we tell you and the Data Protection Board of
          India without delay, as the DPDP Act asks.
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
          <li>know which of your data we process, and with whom we shared it;</li>
          <li>have it corrected, completed or updated;</li>
          <li>have it erased, unless the law requires us to keep it;</li>
          <li>withdraw your consent, as easily as you gave it, for the future;</li>
          <li>have a grievance heard; and</li>
          <li>nominate a person who exercises these rights if you die or become incapable.</li>
        </Clauses>
        <p>
          <strong>
            To exercise a right, send an email to <ContactEmail />
          </strong>{' '}
          from the address that we know you by. We may ask for proof of who you are, and we answer within 30 days, free
          of charge. You may discard a draft yourself, on the form.
        </p>
        <p>
          Without the data marked as required we can’t review a nomination or run a membership; erasing it ends both.
          The fee is not refunded then.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        The circle is for adults. We do not knowingly process the data of anybody under 18; if you believe that we do,
        tell us and we erase it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        We may change this policy. The date at the top tells when we last did. Where a change needs your consent, we ask
        for it; of other important changes members are told by email.
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
          given us the chance to put it right.
        </p>
      </>
    ),
  },
]

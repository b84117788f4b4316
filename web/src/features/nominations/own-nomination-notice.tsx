import { useQuery } from '@tanstack/react-query'
import { useConfig } from '@/lib/config'
import { mailTo } from '@/lib/mail-address'
import { DotRing } from '@/ui/dot-ring'
import { ownNominationQuery } from './own-nomination'
import { ProofLink } from './proof-link'

type Words = { title: string; text: string; share: number; offersAddress?: boolean; asksProof?: boolean }

// A nomination that was not taken up is said to be so, whether or not a letter told it: to say that
// it is still under review would not be true. Why it was decided stands nowhere here.
const told: Readonly<Record<string, Words>> = {
  unproved: {
    title: 'There is a nomination for this email address',
    text: 'To see how far it is, prove that the address is yours: set a new password through the link that we mail you.',
    share: 0,
    asksProof: true,
  },
  submitted: {
    title: 'Your nomination has been received',
    text: 'Our reviewers will read it, and you will hear from us within 48 hours of sending it.',
    share: 0.25,
  },
  in_review: {
    title: 'Your nomination is being reviewed',
    text: 'Our reviewers are reading it now. You will hear from us by email.',
    share: 0.5,
  },
  info_requested: {
    title: 'We have asked you something',
    text: 'A letter with a question about your nomination went to the email address that it names. Please reply to it, and the review goes on.',
    share: 0.5,
  },
  approved: {
    title: 'Your nomination has been approved',
    text: 'Your invitation went to the email address that your nomination names. Its link leads you to the membership plans.',
    share: 1,
  },
  welcome: {
    title: 'Your nomination has been approved',
    text: 'You are invited, and the membership plans are open to you.',
    share: 1,
  },
  declined: {
    title: 'Your nomination was not taken up',
    text: 'Our reviewers have read it with care and decided not to take it up this time. If you would like to ask about it, write to us: a person answers.',
    share: 0,
    offersAddress: true,
  },
}

/** How far the nomination of the account's owner is; nothing where there is none. */
export function OwnNominationNotice() {
  const { data } = useQuery(ownNominationQuery)
  const address = useConfig()?.contactEmail
  const words = told[data?.isApproved ? 'welcome' : (data?.status ?? 'none')]
  if (!words) return null
  return (
    <section aria-labelledby="own-nomination" className="flex items-start gap-5 border-base-content border-t-2 pt-5">
      <DotRing dots={24} share={words.share} className="size-14 shrink-0 text-primary" />
      <div className="max-w-text">
        <h2 id="own-nomination" className="display-3">
          {words.title}
        </h2>
        <p className="mt-1 text-quiet">{words.text}</p>
        {words.asksProof && <ProofLink />}
        {words.offersAddress && address && (
          <p className="mt-2">
            <a href={mailTo(address)} className="text-link">
              {address}
            </a>
          </p>
        )}
      </div>
    </section>
  )
}

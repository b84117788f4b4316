import { useLocation } from 'react-router'
import { useConfig } from '@/lib/config'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { type LinkStanding, useLinkReturn } from './link-return'

const steps = [
  'Your receipt is on its way to your inbox, as a PDF',
  'Personal outreach by the circle’s office within 48 hours',
  'An invitation to the next monthly session, 90 minutes online',
  'Curated reading for directors, by email',
]

/** What the page says of the payment. */
const words: Readonly<Record<LinkStanding, { chapter: string; title: string; text: string }>> = {
  paid: {
    chapter: 'Payment received',
    title: 'Thank you, and welcome to the circle',
    text: 'Your payment has reached us, and your membership is active.',
  },
  asking: {
    chapter: 'One moment',
    title: 'Thank you. We are confirming your payment',
    text: 'This takes a few seconds as a rule. Please don’t pay again.',
  },
  'under-way': {
    chapter: 'Nearly there',
    title: 'Thank you. Your bank is taking its time',
    text: 'Your payment has not been confirmed yet. Please don’t pay again: we go on asking, and write to you as soon as it is done.',
  },
  refused: {
    chapter: 'Not confirmed',
    title: 'We could not confirm this payment',
    text: 'The address of this page does not fit a payment of ours. If money has left your account, we find it and write to you: please don’t pay again.',
  },
  none: {
    chapter: 'After a payment',
    title: 'Thank you for being with us',
    text: 'If you have just paid, we write to you as soon as your payment is confirmed, and it then stands on the page of your membership.',
  },
}

/** Where the way through the payment ends. */
export function Component() {
  const config = useConfig()
  // Whoever comes here from our own checkout was told so by the server.
  const from = useLocation().state as { active?: boolean; words?: string } | null
  const isActive = from?.active
  const returned = useLinkReturn()
  const standing = isActive ? 'paid' : returned
  const { chapter, title, text } = words[standing]
  return (
    <div className="page grid gap-x-16 gap-y-12 py-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-24">
      <div className="max-w-text">
        <div aria-live="polite">
          <p className="chapter">{chapter}</p>
          <h1 className="display-1 mt-4">{title}</h1>
          <p className="lede mt-6">{isActive && from.words ? `Your payment has reached us. ${from.words}` : text}</p>
        </div>
        {standing === 'paid' && <Steps />}
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.accountBilling}>Your Membership</ButtonLink>
          <ButtonLink tone="outline" to={paths.home}>
            Back to Home
          </ButtonLink>
        </div>
        {config && (
          <p className="mt-8 text-quiet">
            Something not right? Write to{' '}
            <a href={`mailto:${config.contactEmail}`} className="text-link">
              {config.contactEmail}
            </a>{' '}
            within 7 working days, and we will look into it.
          </p>
        )}
      </div>
      <DotRing dots={48} className="hidden w-full self-start text-primary lg:block" />
    </div>
  )
}

function Steps() {
  return (
    <>
      <h2 className="display-3 mt-12">What comes next</h2>
      <ol className="mt-4 border-base-300 border-b">
        {steps.map((step, index) => (
          <li key={step} className="flex items-baseline gap-5 border-base-300 border-t py-4">
            <span className="w-5 shrink-0 font-serif text-accent text-xl tabular-nums">{index + 1}</span>
            {step}
          </li>
        ))}
      </ol>
    </>
  )
}

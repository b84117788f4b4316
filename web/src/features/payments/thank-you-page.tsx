import { useLocation } from 'react-router'
import { useConfig } from '@/lib/config'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'

const steps = [
  'Your receipt is on its way to your inbox, as a PDF',
  'Personal outreach by the circle’s office within 48 hours',
  'An invitation to the next monthly session, 90 minutes online',
  'Curated reading for directors, by email',
]

/** Where the way through the payment ends. */
export function Component() {
  const config = useConfig()
  // Whoever comes here from our own checkout was told so by the server.
  const isActive = (useLocation().state as { active?: boolean } | null)?.active
  return (
    <div className="page grid gap-x-16 gap-y-12 py-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-24">
      <div className="max-w-text">
        <p className="chapter">Payment received</p>
        <h1 className="display-1 mt-4">Thank you, and welcome to the circle</h1>
        <p className="lede mt-6">
          {isActive
            ? 'Your payment has reached us, and your membership is active.'
            : 'Your payment has reached us. As soon as the bank has confirmed it, which takes a moment as a rule, your membership is active.'}
        </p>
        <h2 className="display-3 mt-12">What comes next</h2>
        <ol className="mt-4 border-base-300 border-b">
          {steps.map((step, index) => (
            <li key={step} className="flex items-baseline gap-5 border-base-300 border-t py-4">
              <span className="w-5 shrink-0 font-serif text-accent text-xl tabular-nums">{index + 1}</span>
              {step}
            </li>
          ))}
        </ol>
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

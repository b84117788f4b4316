import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { useConfig } from '@/lib/config'
import type { Mine } from '@/lib/generated'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { mineQuery } from './api'

const steps = [
  'Your receipt is on its way to your inbox, as a PDF',
  'Personal outreach by the circle’s office within 48 hours',
  'An invitation to the next monthly session, 90 minutes online',
  'Curated reading for directors, by email',
]

/** Where the way through the payment ends. It thanks those only who come from there. */
export function Component() {
  const hydrated = useHydrated()
  const [search] = useSearchParams()
  const location = useLocation()
  const { user } = useSession()
  const { data: mine } = useQuery({ ...mineQuery, enabled: hydrated && Boolean(user) })
  // Our own checkout was told so by the server; a payment page of Razorpay's names the payment in the address.
  const isConfirmed = (location.state as { active?: boolean } | null)?.active || hasJustPaid(mine, new Date())
  if (!hydrated || !(isConfirmed || search.has('razorpay_payment_id'))) return <NobodyPaid />
  return <Thanks isActive={Boolean(isConfirmed)} />
}

const hour = 60 * 60 * 1000

/** Whether a payment of the member's has arrived within the last hour. */
export function hasJustPaid(mine: Mine | undefined, now: Date): boolean {
  return (mine?.transactions ?? []).some(
    ({ status, processedAt }) =>
      status === 'completed' && processedAt !== '' && now.getTime() - new Date(processedAt).getTime() < hour,
  )
}

function NobodyPaid() {
  return (
    <div className="page py-14 lg:py-24">
      <div className="max-w-text">
        <p className="chapter">Membership</p>
        <h1 className="display-1 mt-4">Thank you for your interest</h1>
        <p className="lede mt-6">
          This page greets new members after their payment. Your own payments, with their receipts, are on your account
          page.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.account}>Your Membership</ButtonLink>
          <ButtonLink tone="outline" to={paths.membershipPlans}>
            See the plans
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

function Thanks({ isActive }: { isActive: boolean }) {
  const config = useConfig()
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
          <ButtonLink to={paths.account}>Your Membership</ButtonLink>
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

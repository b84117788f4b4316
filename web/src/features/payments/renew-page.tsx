import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { date, exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { useHydrated } from '@/lib/hydrated'
import { useLinkToken } from '@/lib/link-token'
import { safeLink } from '@/lib/links'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import type { Renewal } from './api'
import { renewalQuery, useRenew } from './api'
import { CommonPageNotice, leftForCommonPage } from './common-payment-page'
import { PriceTable } from './price-table'

/**
 * The page of a renewal reminder's link. Opening it changes nothing, because mail scanners follow links too. The
 * provider's payment page is created when the button is pressed.
 */
export function RenewPage() {
  const token = useLinkToken(paths.renew)
  const hydrated = useHydrated()
  const { data, error } = useQuery({ ...renewalQuery(token), enabled: hydrated && token !== '' })

  return (
    <div className="page grid gap-x-16 gap-y-12 py-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-24">
      <div className="max-w-text" aria-live="polite">
        <h1 className="display-1">Renew your membership</h1>
        {data && <Standing renewal={data} token={token} />}
        {!data && !error && !(hydrated && !token) && (
          <div className="mt-8">
            <Spinner label="Loading…" />
          </div>
        )}
        {!data && (error || (hydrated && !token)) && (
          <Elsewhere>
            {error
              ? messageOf(error, 'Please open the link in your email again.')
              : 'Please open this page with the link in our email. You can also choose your plan again.'}
          </Elsewhere>
        )}
      </div>
      <DotRing dots={48} className="hidden w-full self-start text-primary lg:block" />
    </div>
  )
}

function Standing({ renewal, token }: { renewal: Renewal; token: string }) {
  const { state, tierName, endsAt, validUntil } = renewal
  if (state === 'open') return <Open renewal={renewal} token={token} />
  if (state === 'renewed')
    return (
      <>
        <p className="lede mt-6">
          {tierName} is already renewed{validUntil && `, until ${date(validUntil)}`}. There is nothing to pay.
        </p>
        <ButtonLink to={paths.accountBilling} className="mt-8">
          Your membership
        </ButtonLink>
      </>
    )
  if (state === 'plans')
    return (
      <Elsewhere tierId={renewal.membershipTierId}>
        {tierName} can now be renewed on the membership plans page, where you can also enter who the invoice is for.
      </Elsewhere>
    )
  return (
    <Elsewhere>
      {tierName}, which {Date.parse(endsAt) > Date.now() ? 'ends' : 'ended'} on {date(endsAt)}, can no longer be renewed
      with this link.
    </Elsewhere>
  )
}

function Elsewhere({ children, tierId }: { children: ReactNode; tierId?: string }) {
  const plans = tierId ? href(paths.membershipPlans, { tierId }) : paths.membershipPlans
  return (
    <>
      <p className="lede mt-6">{children}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={plans}>See the plans</ButtonLink>
        <ButtonLink tone="outline" to={paths.contact}>
          Contact us
        </ButtonLink>
      </div>
    </>
  )
}

const terms: Readonly<Record<Renewal['duration'], string>> = {
  lifetime: 'a further term',
  annual: 'one more year',
  monthly: 'one more month',
}

function Open({ renewal, token }: { renewal: Renewal; token: string }) {
  const { tierName, duration, endsAt, breakdown, taxes, currency } = renewal
  const { mutate, isPending, error } = useRenew()
  // While the provider's page is loading, further presses are ignored.
  const [isLeaving, setLeaving] = useState(false)
  const [isByHand, setByHand] = useState(false)
  const hasEnded = Date.parse(endsAt) <= Date.now()

  function pay() {
    mutate(token, {
      onSuccess: ({ paymentUrl, isConfirmedByHand }) => {
        if (isConfirmedByHand && !isByHand) return setByHand(true)
        if (isConfirmedByHand) leftForCommonPage.set()
        setLeaving(true)
        window.location.assign(safeLink(paymentUrl) ?? paths.membershipPlans)
      },
    })
  }

  return (
    <>
      <p className="lede mt-6">
        {tierName} {hasEnded ? 'ended' : 'ends'} on {date(endsAt)}. You pay once for {terms[duration]}. Nothing is
        charged automatically.
      </p>
      <p className="mt-3 text-quiet">
        {hasEnded
          ? 'If you pay within your grace period, the new term starts when the last term ended. After that, it starts when you pay.'
          : 'The new term starts when this one ends, so you lose no days by paying early.'}
      </p>
      <div className="mt-8">
        <PriceTable breakdown={breakdown} taxes={taxes} currency={currency} />
      </div>
      <div role="alert" className="mt-6 empty:hidden">
        {error && (
          <Notice tone="danger" title="The payment could not be opened">
            <p>{messageOf(error, 'Please try again.')}</p>
          </Notice>
        )}
        {isByHand && <CommonPageNotice />}
      </div>
      <Button className="mt-8" busy={isPending || isLeaving} onClick={pay}>
        Pay {exactPrice(breakdown.totalAmount, currency)}
      </Button>
      <p className="mt-3 text-quiet text-sm">Razorpay’s payment page will open. We will email you the receipt.</p>
    </>
  )
}

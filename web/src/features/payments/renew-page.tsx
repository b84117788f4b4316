import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useHref } from 'react-router'
import { messageOf, titleAbove } from '@/lib/api-error'
import { exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { useHydrated } from '@/lib/hydrated'
import { useDates } from '@/lib/language'
import { useLinkToken } from '@/lib/link-token'
import { safeLink } from '@/lib/links'
import { paths } from '@/lib/paths'
import { PlanText, useTexts, useWords } from '@/lib/texts'
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
  const text = useTexts('renew')
  const word = useWords()
  const token = useLinkToken(paths.renew)
  const hydrated = useHydrated()
  const { data, error } = useQuery({ ...renewalQuery(token), enabled: hydrated && token !== '' })

  return (
    <div className="page grid gap-x-16 gap-y-12 py-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-24">
      <div className="max-w-text" aria-live="polite">
        <h1 className="display-1">{text('title')}</h1>
        {data && <Standing renewal={data} token={token} />}
        {!data && !error && !(hydrated && !token) && (
          <div className="mt-8">
            <Spinner label={word('loading')} />
          </div>
        )}
        {!data && (error || (hydrated && !token)) && (
          <OtherWays>{error ? messageOf(error, text.plain('closed.again')) : text('closed.noLink')}</OtherWays>
        )}
      </div>
      <DotRing dots={48} className="hidden w-full self-start text-primary lg:block" />
    </div>
  )
}

function Standing({ renewal, token }: { renewal: Renewal; token: string }) {
  const { state, endsAt, validUntil } = renewal
  const plan = <PlanText translation={renewal.translatedTierName}>{renewal.tierName}</PlanText>
  const { date } = useDates()
  const text = useTexts('renew')
  if (state === 'open') return <Open renewal={renewal} token={token} />
  if (state === 'renewed')
    return (
      <>
        <p className="lede mt-6">
          {validUntil ? text('renewed.until', { plan, date: date(validUntil) }) : text('renewed.text', { plan })}
        </p>
        <ButtonLink to={paths.accountBilling} className="mt-8">
          {text('renewed.membership')}
        </ButtonLink>
      </>
    )
  if (state === 'plans') return <OtherWays tierId={renewal.membershipTierId}>{text('onPlans', { plan })}</OtherWays>
  const hasEnded = Date.parse(endsAt) <= Date.now()
  return <OtherWays>{text(hasEnded ? 'expired.ended' : 'expired.ends', { plan, date: date(endsAt) })}</OtherWays>
}

function OtherWays({ children, tierId }: { children: ReactNode; tierId?: string }) {
  const text = useTexts('renew')
  const plans = tierId ? href(paths.membershipPlans, { tierId }) : paths.membershipPlans
  return (
    <>
      <p className="lede mt-6">{children}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={plans}>{text('closed.plans')}</ButtonLink>
        <ButtonLink tone="outline" to={paths.contact}>
          {text('closed.contact')}
        </ButtonLink>
      </div>
    </>
  )
}

function Open({ renewal, token }: { renewal: Renewal; token: string }) {
  const { tierName, translatedTierName, duration, endsAt, breakdown, taxes, currency } = renewal
  const text = useTexts('renew')
  const word = useWords()
  const { mutate, isPending, error } = useRenew()
  // While the provider's page is loading, further presses are ignored.
  const [isLeaving, setLeaving] = useState(false)
  const [isByHand, setByHand] = useState(false)
  const { date } = useDates()
  const plans = useHref(paths.membershipPlans)
  const hasEnded = Date.parse(endsAt) <= Date.now()

  function pay() {
    mutate(token, {
      onSuccess: ({ paymentUrl, isConfirmedByHand }) => {
        if (isConfirmedByHand && !isByHand) return setByHand(true)
        if (isConfirmedByHand) leftForCommonPage.set()
        setLeaving(true)
        window.location.assign(safeLink(paymentUrl) ?? plans)
      },
    })
  }

  return (
    <>
      <p className="lede mt-6">
        {text(hasEnded ? 'open.ended' : 'open.ends', {
          plan: <PlanText translation={translatedTierName}>{tierName}</PlanText>,
          date: date(endsAt),
          term: text.plain(`open.terms.${duration}`),
        })}
      </p>
      <p className="mt-3 text-quiet">{text(hasEnded ? 'open.late' : 'open.early')}</p>
      <div className="mt-8">
        <PriceTable breakdown={breakdown} taxes={taxes} currency={currency} />
      </div>
      <div role="alert" className="mt-6 empty:hidden">
        {error && (
          <Notice tone="danger" title={titleAbove(error.message, text('open.failed'))}>
            <p>{messageOf(error, word.plain('again'))}</p>
          </Notice>
        )}
        {isByHand && <CommonPageNotice />}
      </div>
      <Button className="mt-8" busy={isPending || isLeaving} onClick={pay}>
        {text('open.pay', { amount: exactPrice(breakdown.totalAmount, currency) })}
      </Button>
      <p className="mt-3 text-quiet text-sm">{text('open.note')}</p>
    </>
  )
}

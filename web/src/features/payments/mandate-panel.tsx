import { useState } from 'react'
import { useConfig } from '@/lib/config'
import { date, exactPrice } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useReport } from '@/ui/use-report'
import type { Mandate } from './api'
import { useCancelSubscription, usePauseSubscription, useResumeSubscription } from './api'
import { canChangeCard } from './card-page'

const badges: Readonly<Record<Mandate['state'], { label: string; tone: BadgeTone }>> = {
  '': { label: 'Unknown', tone: 'outline' },
  created: { label: 'Not set up yet', tone: 'outline' },
  authenticated: { label: 'Set up', tone: 'success' },
  active: { label: 'Renews', tone: 'success' },
  pending: { label: 'Charge failed', tone: 'warning' },
  halted: { label: 'Renewal failed', tone: 'danger' },
  paused: { label: 'Paused', tone: 'outline' },
  cancelled: { label: 'Cancelled', tone: 'outline' },
  completed: { label: 'Completed', tone: 'outline' },
  expired: { label: 'Expired', tone: 'outline' },
}

/** The member's mandate: what it charges and when, and how to cancel it. */
export function MandatePanel({ mandate, accessUntil }: { mandate: Mandate; accessUntil: string | null }) {
  const report = useReport()
  const isTaxCharged = useConfig()?.isTaxCharged !== false
  const { mutateAsync, isPending } = useCancelSubscription()
  const pause = usePauseSubscription()
  const resume = useResumeSubscription()
  const [asks, setAsks] = useState(false)
  const [asksPause, setAsksPause] = useState(false)
  const badge = mandate.cancelAtPeriodEnd ? { label: 'Ends', tone: 'outline' as const } : badges[mandate.state]
  const until = accessUntil ? `on ${date(accessUntil)}` : 'when the term that you have paid for ends'

  async function cancel() {
    const done = await report(mutateAsync(undefined), {
      done: ({ subscription }) =>
        subscription && !subscription.isCancelConfirmed
          ? {
              title: 'Cancellation Recorded',
              description:
                'The payment service has not confirmed it yet. We will keep trying and email you when it has.',
            }
          : { title: 'Renewal Cancelled', description: 'You will not be charged again.' },
      failed: 'Cancellation Failed',
      fallback: 'Your membership could not be cancelled. Please try again.',
    })
    if (done) setAsks(false)
  }

  async function pauseRenewal() {
    const done = await report(pause.mutateAsync(undefined), {
      done: () => ({ title: 'Renewal Paused', description: 'Nothing is charged until you resume it.' }),
      failed: 'Pausing Failed',
      fallback: 'Your renewal could not be paused. Please try again.',
    })
    if (done) setAsksPause(false)
  }

  const resumeRenewal = () =>
    report(resume.mutateAsync(undefined), {
      done: () => ({ title: 'Renewal Resumed', description: 'Your membership renews again.' }),
      failed: 'Resuming Failed',
      fallback: 'Your renewal could not be resumed. Please try again.',
    })

  return (
    <section aria-labelledby="mandate-title">
      <div className="flex flex-wrap items-center gap-3 border-base-300 border-b pb-2">
        <h2 id="mandate-title" className="display-3">
          Renewal
        </h2>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </div>
      <dl className="mt-4 grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-quiet text-sm">Price</dt>
          <dd className="tabular-nums">
            {exactPrice(mandate.amount, mandate.currency)} {rhythmOf(mandate.duration)}
            {isTaxCharged && ', GST included'}
          </dd>
        </div>
        <div>
          <dt className="text-quiet text-sm">Next charge</dt>
          <dd>{mandate.nextChargeAt ? date(mandate.nextChargeAt) : 'None'}</dd>
        </div>
      </dl>
      <p className="mt-4 max-w-text text-quiet">{mandateWords(mandate)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {(mandate.cancelAtPeriodEnd || mandate.state === 'halted') && (
          <ButtonLink to={paths.membershipPlans}>Renew again</ButtonLink>
        )}
        {canChangeCard(mandate) && (
          <ButtonLink tone={mandate.state === 'active' ? 'outline' : 'primary'} to={paths.accountCard}>
            Update card
          </ButtonLink>
        )}
        {mandate.state === 'active' && !mandate.cancelAtPeriodEnd && (
          <Button tone="outline" onClick={() => setAsksPause(true)}>
            Pause
          </Button>
        )}
        {mandate.state === 'paused' && !mandate.cancelAtPeriodEnd && (
          <Button busy={resume.isPending} onClick={resumeRenewal}>
            Resume
          </Button>
        )}
        {!mandate.cancelAtPeriodEnd && (
          <Button tone="outline" onClick={() => setAsks(true)}>
            Cancel renewal
          </Button>
        )}
      </div>
      <Confirm
        open={asksPause}
        title={`Pause the renewal of ${mandate.tierName}?`}
        confirmLabel="Pause renewal"
        isDestructive={false}
        busy={pause.isPending}
        onConfirm={pauseRenewal}
        onClose={() => setAsksPause(false)}
      >
        <p>Nothing is charged until you resume it here. If you do not resume it, your membership ends {until}.</p>
      </Confirm>
      <Confirm
        open={asks}
        title={`Cancel the renewal of ${mandate.tierName}?`}
        confirmLabel="Cancel renewal"
        cancelLabel="Keep renewal"
        busy={isPending}
        onConfirm={cancel}
        onClose={() => setAsks(false)}
      >
        <p>
          You will not be charged again, and your membership ends {until}. If you change your mind before then, you can
          renew again on this page.
        </p>
      </Confirm>
    </section>
  )
}

/** Returns how often a mandate charges. */
function rhythmOf(duration: Mandate['duration']): string {
  return duration === 'annual' ? 'a year' : 'a month'
}

/** Describes the state of a mandate and its next charge. */
export function mandateWords(mandate: Mandate): string {
  const amount = exactPrice(mandate.amount, mandate.currency)
  const unpaid = exactPrice(mandate.arrears, mandate.currency)
  if (mandate.cancelAtPeriodEnd && !mandate.isCancelConfirmed)
    return 'You have cancelled the renewal. The payment service has not confirmed it yet. We will keep trying and email you when it has. If you are charged before then, we will refund the charge automatically.'
  if (mandate.cancelAtPeriodEnd) return 'You have cancelled the renewal. You will not be charged again.'
  switch (mandate.state) {
    case 'pending':
      return `Your bank declined the last charge of ${amount}. We will try again over the next few days. Please don’t buy the plan a second time.`
    case 'halted':
      return `Your bank has declined the charge several times, and we will not try again. ${
        Number(mandate.arrears) > Number(mandate.amount) ? `${unpaid} is now due. ` : ''
      }Update your card or account to pay the missed charge of ${amount}. Or choose the plan again, which ends the old mandate.`
    case 'paused':
      return 'The mandate is paused, so nothing is charged. Resume it here or, if you paused it in your UPI app, in that app.'
    case 'authenticated':
      return mandate.nextChargeAt
        ? `The first charge of ${amount} is made on ${date(mandate.nextChargeAt)}. You can cancel at any time before then.`
        : 'The first charge has not been made yet. You can cancel at any time before then.'
  }
  return `We charge ${amount} through your mandate ${mandate.duration === 'annual' ? 'every year' : 'every month'} until you cancel. If you cancel, you keep what you have paid for.${
    Number(mandate.arrears) > 0
      ? ` ${unpaid} that was due while your bank declined the charges was not paid. We will not charge it automatically.`
      : ''
  }`
}

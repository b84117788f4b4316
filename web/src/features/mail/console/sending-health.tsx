import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '@/lib/api-error'
import { count, dateAndTime, timeOfDay } from '@/lib/formats'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { useReport } from '@/ui/use-report'
import type { DeliveryRate, SendingHealth } from './api'
import { sendingHealthQuery, useRefreshSendingHealth, useResumeSending } from './api'

type Status = DeliveryRate['bounceStatus']

const states: Readonly<Record<Status, { label: string; tone: BadgeTone }>> = {
  ok: { label: 'Good', tone: 'success' },
  warning: { label: 'Needs attention', tone: 'warning' },
  problem: { label: 'Problem', tone: 'danger' },
  unknown: { label: 'Unknown', tone: 'outline' },
}

/** The state of sending: whether it is paused, the DNS records of the sender's domain, and the delivery rates. */
export function Health() {
  const query = useQuery(sendingHealthQuery)
  const health = query.data
  if (query.error && !health)
    return (
      <p className="mb-6 text-error">
        {messageOf(query.error, 'The sending health could not be loaded.')}{' '}
        <Button tone="quiet" onClick={() => query.refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!health)
    return (
      <div className="mb-6 min-h-11">
        <Spinner label="Checking the sending health…" size={20} />
      </div>
    )
  return (
    <section aria-label="Sending health" className="mb-6">
      {health.pausedUntil && <Paused health={health} />}
      {!health.configured && (
        <div className="mb-4">
          <Notice tone="warning" title="Email is not configured">
            <p>No email is sent. Set BREVO_API_KEY and restart the site.</p>
          </Notice>
        </div>
      )}
      <Disclosure
        label={
          <span className="flex flex-wrap items-center gap-3">
            Sending health <State status={worst(health)} />
          </span>
        }
      >
        <Details health={health} />
      </Disclosure>
    </section>
  )
}

const grave: readonly Status[] = ['problem', 'warning', 'ok']

/** The most serious problem. */
function worst({ domain, rates, credits }: SendingHealth): Status {
  const all = [
    ...domain.map(({ status }) => status),
    ...rates.flatMap(({ bounceStatus, complaintStatus }) => [bounceStatus, complaintStatus]),
    credits.status,
  ]
  return grave.find((status) => all.includes(status)) ?? 'unknown'
}

function State({ status }: { status: Status }) {
  const { label, tone } = states[status]
  return <Badge tone={tone}>{label}</Badge>
}

function Paused({ health }: { health: SendingHealth }) {
  const report = useReport()
  const { mutateAsync, isPending } = useResumeSending()
  return (
    <div className="mb-4">
      <Notice tone="warning" title={`Sending is paused until ${timeOfDay(health.pausedUntil)} IST`}>
        <p>
          {health.pauseReason || 'The provider asked for it.'} No email is lost: pending emails are sent afterwards.
        </p>
        <Button
          tone="outline"
          className="mt-3"
          busy={isPending}
          onClick={() =>
            report(mutateAsync(undefined), { failed: 'Not resumed', done: () => ({ title: 'Sending resumed' }) })
          }
        >
          Resume sending now
        </Button>
      </Notice>
    </div>
  )
}

function Details({ health }: { health: SendingHealth }) {
  const report = useReport()
  const { mutateAsync, isPending } = useRefreshSendingHealth()
  return (
    <div className="mt-2 border-base-300 border-t">
      <dl>
        {health.domain.map(({ check, status, message, advice }) => (
          <Line key={check} name={check === 'mail domain' ? 'Domain' : check} status={status}>
            {sentence(message)}
            {advice && <span className="block text-quiet">{advice}</span>}
          </Line>
        ))}
        {health.rates.map((rate) => (
          <Rates key={rate.days} rate={rate} health={health} />
        ))}
        <Line name="Credits" status={health.credits.status}>
          {health.credits.status === 'unknown'
            ? 'The provider has not reported how many emails are left.'
            : `${count(health.credits.left)} emails are left in the plan “${health.credits.plan}”.`}
          {health.credits.status === 'problem' && (
            <span className="block text-quiet">Buy credits at Brevo. Emails are not sent until then.</span>
          )}
        </Line>
      </dl>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-quiet text-sm">
          For {health.from}. Checked on {dateAndTime(health.checkedAt)} IST.
        </p>
        <Button
          tone="outline"
          busy={isPending}
          onClick={() => report(mutateAsync(undefined), { failed: 'Not checked' })}
        >
          Check again
        </Button>
      </div>
    </div>
  )
}

function Rates({ rate, health }: { rate: DeliveryRate; health: SendingHealth }) {
  const days = `${rate.days} days`
  return (
    <>
      <Line name={`Bounces, ${days}`} status={rate.bounceStatus}>
        {rate.bounced === 0 ? 'None' : `${count(rate.bounced)}, ${percent(rate.bounceRate)}`} of {count(rate.sent)}{' '}
        emails bounced permanently.
        <span className="block text-quiet">
          Providers expect less than {percent(health.bounceLimit)}, and may block a sender at 5% or more.
        </span>
      </Line>
      <Line name={`Complaints, ${days}`} status={rate.complaintStatus}>
        {rate.complained === 0 ? 'None' : `${count(rate.complained)}, ${percent(rate.complaintRate)}`} of{' '}
        {count(rate.sent)} emails were reported as spam.
        <span className="block text-quiet">
          Google and Yahoo require less than {percent(health.complaintLimit)}, and may block a sender at 0.3% or more.
        </span>
      </Line>
    </>
  )
}

function Line({ name, status, children }: { name: string; status: Status; children: ReactNode }) {
  return (
    <div className="border-base-300 border-b py-3 sm:grid sm:grid-cols-[10rem_7rem_minmax(0,1fr)] sm:gap-4">
      <dt className="font-medium">{name}</dt>
      <dd className="contents">
        <span className="my-1 block sm:my-0">
          <State status={status} />
        </span>
        <span className="block max-w-text">{children}</span>
      </dd>
    </div>
  )
}

function percent(rate: number): string {
  return `${rate.toLocaleString('en-IN', { maximumFractionDigits: 2 })}%`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

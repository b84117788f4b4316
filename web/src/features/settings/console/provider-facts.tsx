import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { count, dateAndTime } from '@/lib/formats'
import { href } from '@/lib/href'
import { Badge, type BadgeTone } from '@/ui/badge'
import type { ProviderState } from './api'

const names: Readonly<Record<ProviderState['provider'], string>> = { razorpay: 'Razorpay', brevo: 'Brevo' }

const modes: Readonly<Record<ProviderState['mode'], { tone: BadgeTone; label: string }>> = {
  '': { tone: 'danger', label: 'Not configured' },
  live: { tone: 'success', label: 'Live' },
  test: { tone: 'warning', label: 'Test mode' },
  demo: { tone: 'warning', label: 'Demo (fake provider)' },
}

/** The state of one provider, and its test below. */
export function ProviderFacts({ state, children }: { state: ProviderState; children: ReactNode }) {
  const { tone, label } = modes[state.mode]
  return (
    <section aria-labelledby={`provider-${state.provider}`} className="min-w-0 border-base-content border-t-2 pt-5">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id={`provider-${state.provider}`} className="display-3">
          {names[state.provider]}
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <dl className="mb-6">
        {state.keyId && (
          <Fact name="Key ID">
            <code>{state.keyId}</code>
          </Fact>
        )}
        <Fact name="Last successful call">{moment(state.lastSuccessAt)}</Fact>
        <Fact name="Last webhook">
          {state.webhookConfigured ? moment(state.lastWebhookAt) : 'Not set up, so webhook calls are refused'}
        </Fact>
        <Fact name="Last error" more={state.lastError}>
          {state.lastError ? moment(state.lastErrorAt) : 'None'}
        </Fact>
        {state.pausedUntil && <Fact name="Sending is paused until">{moment(state.pausedUntil)}</Fact>}
        {state.provider === 'brevo' ? (
          <>
            <Count name="Emails waiting" value={state.waiting} to={href(consolePaths.emails, { status: 'queued' })} />
            <Count name="Emails failed" value={state.failed} to={href(consolePaths.emails, { status: 'failed' })} />
            <Count
              name="Emails uncertain"
              value={state.uncertain}
              to={href(consolePaths.emails, { status: 'uncertain' })}
            />
          </>
        ) : (
          <Fact name="Events waiting">{state.waiting}</Fact>
        )}
      </dl>
      {children}
    </section>
  )
}

function Fact({ name, more, children }: { name: string; more?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 border-base-300 border-b py-2.5">
      <dt className="w-36 shrink-0 text-quiet sm:w-44">{name}</dt>
      <dd className="min-w-0 flex-1 tabular-nums">{children}</dd>
      {more && <dd className="mt-1 w-full text-quiet">{more}</dd>}
    </div>
  )
}

function Count({ name, value, to }: { name: string; value: number; to: string }) {
  return (
    <Fact name={name}>
      {value > 0 ? (
        <Link className="text-link" to={to}>
          {count(value)}
        </Link>
      ) : (
        0
      )}
    </Fact>
  )
}

function moment(at: string): string {
  return at ? `${dateAndTime(at)} IST` : 'Never'
}

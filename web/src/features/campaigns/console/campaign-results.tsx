import { useState } from 'react'
import { useNavigate } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { count, counted, dateAndTime } from '@/lib/formats'
import { type CampaignStep, emailTopicNames } from '@/lib/generated'
import { href } from '@/lib/href'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { ExportButton } from '@/ui/export-button'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { StatCard, StatRow } from '@/ui/stat-card'
import { useReport } from '@/ui/use-report'
import type { CampaignDetail } from './api'
import { useMoveCampaign } from './api'
import { CampaignPreview } from './campaign-preview'
import { inWords } from './segment'
import { StartCampaign } from './start-campaign'
import { CampaignStatus, statusInWords } from './statuses'
import { SubjectTestResults } from './subject-test'

/** The progress and results of a campaign. */
export function CampaignResults({ campaign }: { campaign: CampaignDetail }) {
  const { results, status } = campaign
  const hasStarted = status !== 'awaiting' && status !== 'scheduled'
  const isTesting = status === 'sending' && campaign.test !== null && !campaign.winner
  return (
    <>
      <PageHead
        title={campaign.name}
        named={campaign.name}
        lede={
          <>
            <CampaignStatus status={status} />{' '}
            {isTesting
              ? 'Two subjects are being tested. The other recipients will get the better subject.'
              : statusInWords(status)}
          </>
        }
        actions={<Steps campaign={campaign} />}
      />
      {campaign.problem && (
        <Notice tone="warning" title="Sending is delayed">
          {campaign.problem}
        </Notice>
      )}
      <Progress campaign={campaign} />
      {hasStarted && (
        <StatRow>
          <StatCard label="Delivered" value={share(results.delivered, results.sent)} note={deliveries(results)} />
          <StatCard
            label="Opened"
            value={share(results.opened, results.sent)}
            note={`${count(results.opened)}; ${count(results.proxyOpened)} more by mail programs only`}
          />
          <StatCard label="Clicked" value={share(results.clicked, results.sent)} note={count(results.clicked)} />
          <StatCard label="Bought" value={count(campaign.bought)} note="within seven days of their email" />
          <StatCard
            label="Unsubscribed"
            value={count(results.unsubscribed)}
            note={`${count(results.spam)} reported it as spam`}
          />
        </StatRow>
      )}
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-2">
        <div className="min-w-0">
          <SubjectTestResults campaign={campaign} />
          <Rest campaign={campaign} />
          <Clicks campaign={campaign} />
          <Facts campaign={campaign} />
        </div>
        <div className="min-w-0">
          <CampaignPreview text={campaign} />
        </div>
      </div>
    </>
  )
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part * 100) / whole)}%`
}

/** The number of emails that were sent. */
function Progress({ campaign: { status, results } }: { campaign: CampaignDetail }) {
  if (status === 'awaiting' || status === 'scheduled') return null
  const gone = results.recipients - results.queued
  return (
    <div className="mb-8">
      <p className="mb-2 flex justify-between gap-4 tabular-nums">
        <span>
          {count(results.sent)} of {counted(results.recipients, 'email')} sent
        </span>
        <span className="text-quiet">{results.queued > 0 && `${count(results.queued)} waiting`}</span>
      </p>
      <progress
        className="progress progress-primary block w-full"
        aria-label="Emails sent"
        max={Math.max(results.recipients, 1)}
        value={gone}
      />
    </div>
  )
}

/** The emails that were not sent, and why. */
function Rest({ campaign: { results } }: { campaign: CampaignDetail }) {
  const rest = [
    ['Bounced', results.bounced, 'The address does not accept email.'],
    ['Failed', results.failed, 'The provider refused them.'],
    ['Uncertain', results.uncertain, 'The provider gave no answer, so they may have arrived.'],
    ['Suppressed', results.suppressed, 'Unsubscribed before the email was sent.'],
    ['Cancelled', results.cancelled, 'Not sent, because the campaign was cancelled or the account was closed.'],
  ] as const
  const shown = rest.filter(([, number]) => number > 0)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="rest-heading" className="mb-8">
      <h2 id="rest-heading" className="mb-2 font-sans font-semibold text-lg">
        Emails that did not arrive
      </h2>
      <dl>
        {shown.map(([label, number, note]) => (
          <div key={label} className="flex gap-4 border-base-300 border-t py-2">
            <dt className="w-28 shrink-0">{label}</dt>
            <dd>
              <strong className="tabular-nums">{count(number)}</strong>{' '}
              <span className="text-quiet text-sm">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Says what happened to the sent emails. */
export function deliveries({
  sent,
  delivered,
  bounced,
}: Pick<CampaignDetail['results'], 'sent' | 'delivered' | 'bounced'>) {
  const unknown = sent - delivered - bounced
  return [
    `${count(delivered)} of ${count(sent)} sent`,
    bounced > 0 && `${count(bounced)} bounced`,
    unknown > 0 && `${count(unknown)} not reported yet`,
  ]
    .filter(Boolean)
    .join('; ')
}

function Clicks({ campaign: { clicks } }: { campaign: CampaignDetail }) {
  if (clicks.length === 0) return null
  return (
    <section aria-labelledby="clicks-heading" className="mb-8">
      <h2 id="clicks-heading" className="mb-2 font-sans font-semibold text-lg">
        Clicked links
      </h2>
      <ul>
        {clicks.map(({ link, readers }) => (
          <li key={link} className="flex justify-between gap-4 border-base-300 border-t py-2">
            <span className="min-w-0">{link}</span>
            <span className="tabular-nums">{counted(readers, 'reader')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ campaign }: { campaign: CampaignDetail }) {
  const at = (time: string) => (time ? `${dateAndTime(time)} IST` : '')
  const facts = [
    ['Recipients', inWords(campaign.segment)],
    ['About', emailTopicNames[campaign.topic]],
    ['Scheduled for', at(campaign.scheduledAt)],
    ['Started', at(campaign.startedAt)],
    ['Ended', at(campaign.finishedAt)],
    ['Started by', campaign.startedBy],
    ['Approved by', campaign.approvedBy],
  ] as const
  return (
    <dl>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className="flex gap-4 border-base-300 border-t py-2">
            <dt className="w-28 shrink-0 text-quiet">{label}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The actions that are possible in the campaign's current state. */
function Steps({ campaign }: { campaign: CampaignDetail }) {
  const navigate = useNavigate()
  const report = useReport()
  const { mutateAsync, isPending, variables } = useMoveCampaign()
  // A step can be taken while the data is loaded again after the previous one.
  const isTaking = (step: CampaignStep | 'duplicate') => isPending && variables.step === step
  const [isCancelling, setCancelling] = useState(false)
  const { id, status, results, nextSteps } = campaign

  async function move(step: CampaignStep | 'duplicate', failed: string) {
    await report(
      mutateAsync({ id, step }).then(
        (moved) => step === 'duplicate' && navigate(href(consolePaths.campaign, { id: moved.id })),
      ),
      { failed },
    )
    setCancelling(false)
  }

  const may = (step: CampaignStep) => nextSteps.includes(step)
  return (
    <>
      {status === 'awaiting' && (
        <StartCampaign
          campaign={campaign}
          segment={campaign.segment}
          topic={campaign.topic}
          version={campaign.version}
          approves
        />
      )}
      {may('pause') && (
        <Button busy={isTaking('pause')} onClick={() => move('pause', 'Not paused')}>
          Pause
        </Button>
      )}
      {may('resume') && (
        <Button busy={isTaking('resume')} onClick={() => move('resume', 'Not resumed')}>
          Resume
        </Button>
      )}
      {may('retry') && (
        <Button tone="outline" busy={isTaking('retry')} onClick={() => move('retry', 'Not sent')}>
          Send {counted(results.failed, 'failed email')} again
        </Button>
      )}
      {may('cancel') && (
        <Button tone="outline" onClick={() => setCancelling(true)}>
          Cancel the campaign
        </Button>
      )}
      <Button tone="outline" busy={isTaking('duplicate')} onClick={() => move('duplicate', 'Not duplicated')}>
        Duplicate
      </Button>
      {results.recipients > 0 && <ExportButton path={`/api/campaigns/${id}/export`} label="Export" />}
      <Confirm
        open={isCancelling}
        title={`Cancel “${campaign.name}”?`}
        confirmLabel="Cancel the campaign"
        busy={isTaking('cancel')}
        onConfirm={() => move('cancel', 'Not cancelled')}
        onClose={() => setCancelling(false)}
      >
        <p>Emails that have not been sent will not be sent. Emails that have been sent can’t be recalled.</p>
      </Confirm>
    </>
  )
}

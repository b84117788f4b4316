import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { count, counted, dateAndTime } from '@/lib/formats'
import { Button } from '@/ui/button'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { useReport } from '@/ui/use-report'
import type { FailedJob, JobStats } from './api'
import { failedJobsQuery, jobStatsQuery, useRetryJob } from './api'

/** The queue of background jobs, and the failed ones, which can be retried. */
export function Jobs() {
  const stats = useQuery(jobStatsQuery)
  const failed = useInfiniteQuery(failedJobsQuery)
  const refresh = () => Promise.all([stats.refetch(), failed.refetch()])
  const error = stats.error ?? failed.error
  const jobs = failed.data?.pages.flatMap((page) => page.jobs)
  const onRetry = useFocusAfterRetry(jobs)
  const isIdle = stats.data?.every(({ queued, running }) => queued + running === 0)
  return (
    <section aria-labelledby="jobs" className="mt-14">
      <h2 id="jobs" className="display-3">
        Background jobs
      </h2>
      <p className="mt-2 mb-4 max-w-text text-quiet">
        Work that the site does in the background. Failed jobs are retried several times. Jobs that have failed for good
        are listed below.
      </p>
      {error && <LoadError title="The background jobs could not be loaded" error={error} onRetry={refresh} />}
      {stats.data && jobs ? (
        <>
          <StatsTable stats={stats.data} />
          {jobs.length > 0 ? (
            <FailedList jobs={jobs} onRetry={onRetry} />
          ) : (
            <EmptyState title={isIdle ? 'No jobs are waiting or have failed' : 'No jobs have failed'} />
          )}
          {failed.hasNextPage && (
            <Button tone="outline" busy={failed.isFetchingNextPage} onClick={() => failed.fetchNextPage()}>
              Show more
            </Button>
          )}
        </>
      ) : (
        !error && <Skeleton />
      )}
    </section>
  )
}

const numberCell = 'py-2.5 pl-3 text-right align-top tabular-nums'

/** The types with jobs or a condition, and in a sentence the others. */
function StatsTable({ stats }: { stats: readonly JobStats[] }) {
  const busy = stats.filter(
    ({ queued, running, failed, handled, pausedUntil }) => queued + running + failed > 0 || !handled || pausedUntil,
  )
  const idle = stats.filter((row) => !busy.includes(row)).map(({ type }) => jobLabel(type))
  return (
    <div className="mb-10">
      {busy.length > 0 && <BusyTable stats={busy} />}
      {idle.length > 0 && <p className="mt-3 text-quiet text-sm">Nothing to do: {idle.join(' · ')}</p>}
    </div>
  )
}

function BusyTable({ stats }: { stats: readonly JobStats[] }) {
  return (
    <table className="w-full table-fixed text-[0.9375rem] leading-snug">
      <caption className="sr-only">Background jobs by type</caption>
      <thead className="text-quiet text-sm">
        <tr className="border-base-300 border-b">
          <th scope="col" className="py-2.5 text-left font-semibold">
            Type
          </th>
          {['Waiting', 'Running', 'Failed'].map((header) => (
            <th key={header} scope="col" className="w-18 py-2.5 pl-3 text-right font-semibold">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stats.map((row) => (
          <tr key={row.type} className="border-base-300 border-b">
            <th scope="row" className="py-2.5 text-left font-normal">
              {jobLabel(row.type)}
              <Condition stats={row} />
            </th>
            <td className={numberCell}>{count(row.queued)}</td>
            <td className={numberCell}>{count(row.running)}</td>
            <td className={numberCell}>{count(row.failed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Condition({ stats }: { stats: JobStats }) {
  const { due, oldestDueSeconds, handled, pausedUntil, pauseReason } = stats
  return (
    <div className="text-quiet text-sm">
      {!handled && <p>Not running, because this server does not handle jobs of this type.</p>}
      {pausedUntil && (
        <p>
          Paused until {dateAndTime(pausedUntil)} IST{pauseReason && `: ${pauseReason}`}
        </p>
      )}
      {due > 0 && (
        <p>
          {count(due)} due, the oldest for {age(oldestDueSeconds)}
        </p>
      )}
    </div>
  )
}

const retryButtonId = (jobId: string) => `retry-${jobId}`

/**
 * The pressed button disappears with its job, so the focus goes to the next job's button, or to the page's heading.
 * Returns a function that records the retried job and its neighbour.
 */
function useFocusAfterRetry(jobs: readonly FailedJob[] | undefined) {
  const retried = useRef<{ id: string; nextId?: string }>(undefined)
  useEffect(() => {
    const { id, nextId } = retried.current ?? {}
    if (!id || !jobs || jobs.some((job) => job.id === id)) return
    retried.current = undefined
    if (document.activeElement !== document.body) return
    const next = nextId && document.getElementById(retryButtonId(nextId))
    const target = next || document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: target !== next })
  }, [jobs])
  return useCallback((id: string, nextId?: string) => {
    retried.current = { id, nextId }
  }, [])
}

type FailedListProps = { jobs: readonly FailedJob[]; onRetry: (id: string, nextId?: string) => void }

function FailedList({ jobs, onRetry }: FailedListProps) {
  const report = useReport()
  const retry = useRetryJob()
  const run = ({ id, type }: FailedJob, next?: FailedJob) => {
    onRetry(id, next?.id)
    return report(retry.mutateAsync(id), {
      done: () => ({ title: 'Job Queued Again', description: jobLabel(type) }),
      failed: 'The job was not retried',
      fallback: 'The job could not be queued. Please try again.',
    })
  }
  return (
    <section aria-labelledby="failed-jobs" className="mb-6">
      <h3 id="failed-jobs" className="mb-3 font-sans font-semibold text-lg">
        Failed jobs
      </h3>
      <ul className="border-base-300 border-t">
        {jobs.map((job, index) => (
          <li key={job.id} className="flex flex-wrap items-start gap-x-6 gap-y-2 border-base-300 border-b py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">{jobLabel(job.type)}</p>
              <p className="text-quiet text-sm tabular-nums">
                {dateAndTime(job.failedAt)} IST · attempts: {job.attempts}
                {job.key && ` · ${job.key}`}
              </p>
              <p className="mt-1 whitespace-pre-wrap text-[0.9375rem]">{job.error}</p>
            </div>
            <Button
              id={retryButtonId(job.id)}
              tone="outline"
              aria-label={`Retry ${jobLabel(job.type)} ${job.key || job.id}`}
              busy={retry.isPending && retry.variables === job.id}
              onClick={() => run(job, jobs[index + 1] ?? jobs[index - 1])}
            >
              Retry
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const labels: Readonly<Record<string, string>> = {
  'accounts.reset-request': 'Password-reset requests',
  'automations.find': 'Automations: finding events',
  'books.ledger-check': 'Nightly check of the ledger',
  'books.settlements': 'Settlements of the provider',
  'campaigns.run': 'Campaigns',
  'circle.digest': 'Digests',
  'drills.run': 'Restore tests',
  'events.reminder': 'Reminders of sessions',
  'imports.expire': 'Refusing imports that no one approved',
  'imports.run': 'Imports',
  'mail.reconcile': 'Emails whose delivery is uncertain',
  'mail.send': 'Sending emails',
  'payments.ask-for-places': 'Asking for a missing state',
  'payments.cancel-link': 'Cancelling payment links',
  'payments.cancel-subscription': 'Cancelling subscriptions',
  'payments.dispute': 'Reminders of disputes',
  'payments.event': 'Payment events',
  'payments.membership': 'Terms of memberships',
  'payments.proforma': 'Proforma invoices that lapse',
  'payments.refund': 'Refunds',
  'payments.release-coupon': 'Releasing unused coupons',
  'payments.release-documents': 'Releasing documents that wait for their IRN',
  'payments.subscription': 'Subscriptions',
  'payments.sync': 'Payment synchronisation',
  'people.bulk': 'Bulk actions',
  'polls.announce': 'Announcing consultations',
  'polls.close': 'Closing consultations',
}

/** Names a type of job in plain words. An unknown type is shown by its name. */
export function jobLabel(type: string): string {
  return labels[type] ?? type
}

/** Formats an age in its largest whole unit: 7300 → "2 hours". */
export function age(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  if (seconds < 3600) return counted(Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return counted(Math.floor(seconds / 3600), 'hour')
  return counted(Math.floor(seconds / 86_400), 'day')
}

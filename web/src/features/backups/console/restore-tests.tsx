import { useQuery } from '@tanstack/react-query'
import { dateAndTime } from '@/lib/formats'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import type { RestoreTest } from './api'
import { restoreTestsQuery, useStartRestoreTest } from './api'

/** The results of the restore tests. */
export function RestoreTests() {
  const start = useStartRestoreTest()
  // The answer to the start holds the results from before it, so an unchanged newest result means that the test is
  // running.
  const isRunning = (tests?: RestoreTest[]) => start.isSuccess && tests?.[0]?.at === start.data[0]?.at
  const { data, error, refetch } = useQuery({
    ...restoreTestsQuery,
    // A realtime event reports the end; polling covers a lost connection.
    refetchInterval: ({ state }) => (isRunning(state.data) ? 3000 : false),
  })
  const report = useReport()
  const toast = useToast()

  const run = () =>
    report(
      start
        .mutateAsync()
        .then(() => toast({ title: 'Restore test started', description: 'The result will appear here.' })),
      { failed: 'The restore test was not started', fallback: 'Please try again.' },
    )

  return (
    <section aria-labelledby="restore-tests-heading" className="mb-12 max-w-3xl border-base-content border-t-2 pt-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="restore-tests-heading" className="font-sans font-semibold text-lg">
          Weekly restore test
        </h2>
        <Button tone="outline" busy={start.isPending} onClick={run}>
          Run a restore test now
        </Button>
      </div>
      <p className="mb-4 text-quiet">
        We restore the newest backup into a temporary folder and check it. Visitors are not affected. If a test fails,
        we email the administrator.
      </p>
      {isRunning(data) && <Spinner label="A restore test is running…" />}
      {data ? (
        data.length === 0 ? (
          <p>No restore test has run yet.</p>
        ) : (
          <ul className="border-base-300 border-t">
            {data.map((test) => (
              <Result key={test.at + test.source} test={test} />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadError title="The restore tests could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <Skeleton lines={2} />
      )}
    </section>
  )
}

const outcomes: Readonly<Record<RestoreTest['outcome'], { tone: BadgeTone; word: string }>> = {
  passed: { tone: 'success', word: 'Passed' },
  failed: { tone: 'danger', word: 'Failed' },
  untried: { tone: 'warning', word: 'Not run' },
}

function Result({ test }: { test: RestoreTest }) {
  const { tone, word } = outcomes[test.outcome]
  return (
    <li className="border-base-300 border-b py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{word}</Badge>
        <span className="font-medium tabular-nums">{dateAndTime(test.at)} IST</span>
        <span className="min-w-0 text-quiet text-sm">
          {test.name || (test.source === 'backup' ? 'Backup' : 'Replica')}
        </span>
      </p>
      <p className="mt-1">{test.message}</p>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { count, counted, dateAndTime } from '@/lib/formats'
import { LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import type { Replication } from './api'
import { replicationQuery } from './api'

/** Shows whether the database is replicated, and the replica's lag. */
export function ReplicationPanel() {
  const { data, error, refetch } = useQuery(replicationQuery)
  return (
    <section aria-labelledby="replication-heading" className="mb-12 max-w-3xl border-base-content border-t-2 pt-5">
      <h2 id="replication-heading" className="mb-3 font-sans font-semibold text-lg">
        Continuous replication
      </h2>
      {data ? (
        <View view={data} />
      ) : error ? (
        <LoadError title="The state of the replication could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <Skeleton lines={2} />
      )}
    </section>
  )
}

function View({ view }: { view: Replication }) {
  if (view.state === 'off')
    return (
      <p className="text-quiet">
        Replication is off. If the server fails, you lose everything that was saved since the last backup. The person
        who runs the server can turn it on with <code>REPLICA_URL</code>.
      </p>
    )
  return (
    <>
      {view.state === 'failing' && (
        <div role="alert" className="mb-4">
          <Notice tone="danger" title="The replica is not up to date">
            <p>{view.lastError || 'It has not been updated for a while.'}</p>
          </Notice>
        </div>
      )}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2">
        <dt className="text-quiet">Status</dt>
        <dd className="font-medium">{states[view.state]}</dd>
        <dt className="text-quiet">Copied to</dt>
        <dd className="min-w-0">{view.destination}</dd>
        <dt className="text-quiet">Up to date as of</dt>
        <dd className="tabular-nums">
          {view.syncedAt ? `${dateAndTime(view.syncedAt)} IST (${lag(view.lagSeconds)})` : 'Never'}
        </dd>
      </dl>
      <p className="mt-3 text-quiet text-sm">
        The replica contains only the database. The keys and the images are only in the backups, so you still need
        backups.
      </p>
    </>
  )
}

const states: Readonly<Record<Replication['state'], string>> = {
  off: 'Off',
  starting: 'Starting',
  replicating: 'Every change is copied',
  failing: 'Failing',
  stopped: 'Stopped',
}

function lag(seconds: number): string {
  if (seconds < 5) return 'now'
  if (seconds < 120) return `${count(seconds)} seconds ago`
  if (seconds < 7200) return `${count(Math.round(seconds / 60))} minutes ago`
  return `${counted(Math.round(seconds / 3600), 'hour')} ago`
}

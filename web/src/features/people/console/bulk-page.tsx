import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { waitingTitle } from '@/lib/api-error'
import type { BulkAction } from '@/lib/api-types'
import { bulkLabels, bulkQuery, bulkTitle } from '@/lib/bulk'
import { consolePaths } from '@/lib/console-paths'
import { count, counted, dateAndTime } from '@/lib/formats'
import { href } from '@/lib/href'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { PersonLink } from '@/ui/person-link'
import { Skeleton } from '@/ui/skeleton'
import { SmallTable } from '@/ui/small-table'
import { UnreadRecord } from '@/ui/unread-record'
import { UndoBulk } from './undo-bulk'

const everySecond = 1000

/** The progress of a bulk action, and the people it did not change, with the reasons. */
export function BulkPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...bulkQuery(id),
    refetchInterval: ({ state }) => (state.data && !state.data.finishedAt ? everySecond : false),
  })
  return (
    <>
      <PageHead
        title={data ? bulkTitle(data) : 'Bulk actions'}
        lede={data && `Started by ${data.actor}, ${dateAndTime(data.startedAt)}.`}
        actions={
          <>
            <ButtonLink tone="outline" to={consolePaths.bulks}>
              All bulk actions
            </ButtonLink>
            <ButtonLink tone="outline" to={consolePaths.members}>
              Back to members
            </ButtonLink>
          </>
        }
      />
      {data ? (
        <Progress bulk={data} />
      ) : error ? (
        <UnreadRecord what="Bulk action" error={error} onRetry={refetch} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

function Progress({ bulk }: { bulk: BulkAction }) {
  const navigate = useNavigate()
  const { done, failed, waiting, leftOut } = bulk
  const all = done + failed + waiting
  const { done: verb } = bulkLabels[bulk.action]
  const isDone = Boolean(bulk.finishedAt)
  const open = (id: string) => navigate(href(consolePaths.bulk, { id }))

  return (
    <>
      {bulk.awaitsApproval && (
        <div className="mb-6">
          <Notice tone="warning" title={waitingTitle}>
            <p>
              Nothing happens until another administrator confirms the action under{' '}
              <Link to={href(consolePaths.approvals, { state: 'waiting' })} className="text-link">
                Approvals
              </Link>
              .
            </p>
          </Notice>
        </div>
      )}
      <p role="status" className="mb-3 text-lg">
        {isDone
          ? `Finished: ${counted(done, 'person', 'people')} ${verb}`
          : `${count(done + failed)} of ${counted(all, 'person', 'people')} done so far`}
        {failed > 0 && `, ${count(failed)} failed`}
        {leftOut > 0 && `, ${count(leftOut)} skipped`}.
      </p>
      <progress
        className="progress progress-primary mb-2 w-full max-w-xl"
        value={all - waiting}
        max={all || 1}
        aria-label="Progress"
      />
      {!isDone && !bulk.awaitsApproval && <p className="text-quiet">It continues if you leave this page.</p>}
      {bulk.canUndo && <UndoBulk bulk={bulk} tone="outline" className="mt-2" />}
      {bulk.undoneBy && (
        <p className="mt-2">
          <Button tone="quiet" onClick={() => open(bulk.undoneBy)}>
            This was undone. Show the undo action
          </Button>
        </p>
      )}
      {bulk.problems.length > 0 && (
        <div className="mt-8">
          <SmallTable
            title="Not changed"
            headers={['Person', 'Result', 'Reason']}
            rows={bulk.problems.map(({ id, name, status, reason }) => ({
              key: `${id} ${reason}`,
              cells: [
                <PersonLink key="person" id={id}>
                  {name}
                </PersonLink>,
                <Badge key="what" tone={status === 'failed' ? 'danger' : 'outline'}>
                  {status === 'failed' ? 'Failed' : 'Skipped'}
                </Badge>,
                reason,
              ],
            }))}
          />
        </div>
      )}
    </>
  )
}

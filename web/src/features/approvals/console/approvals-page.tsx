import { useState } from 'react'
import { Link } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { reauthenticateForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button, rowButton } from '@/ui/button'
import { EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useReport } from '@/ui/use-report'
import type { Approval } from './api'
import { approvalsKey, useConfirmApproval, useRefuseApproval } from './api'

const states: Readonly<Record<Approval['state'], { label: string; tone: BadgeTone }>> = {
  waiting: { label: 'Waiting', tone: 'outline' },
  confirmed: { label: 'Confirmed', tone: 'success' },
  refused: { label: 'Refused', tone: 'plain' },
}

/** The requests that need a second admin. */
export function ApprovalsPage() {
  const list = useList({
    key: approvalsKey,
    route: 'GET /api/approvals',
    filters: ['state'],
  })
  return (
    <>
      <PageHead
        title="Approvals"
        lede="Requests that need a second administrator. Confirm offline payments and campaigns on their own pages."
      />
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search approvals"
        placeholder="Search by person or administrator"
      >
        <FilterSelect
          list={list}
          name="state"
          label="Status"
          all="All"
          options={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
        />
      </ListToolbar>
      <ListTable
        caption="Approvals"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No requests yet"
        nothingYet="A request appears here when an administrator grants more than the limit in the settings allows."
        noMatch="No requests match your search"
      />
    </>
  )
}

const columns: readonly Column<Approval>[] = [
  {
    key: 'summary',
    header: 'Request',
    cell: ({ summary, reason, subjectCollection, subjectId, subjectLabel }) => (
      <>
        {summary}
        {reason && <span className="block text-quiet text-sm">Reason: {reason}</span>}
        {subjectCollection === 'users' && (
          <Link to={href(consolePaths.person, { id: subjectId })} className="text-link block text-sm">
            {subjectLabel || 'Unnamed person'}
          </Link>
        )}
      </>
    ),
  },
  {
    key: 'askedAt',
    header: 'Requested (IST)',
    sort: 'askedAt',
    width: 11.25,
    cell: ({ askedAt, askedBy }) => (
      <>
        <Moment at={askedAt} />
        <span className="block text-quiet text-sm">
          by <EmailText address={askedBy} />
        </span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    width: 10,
    cell: ({ state, decidedBy }) => (
      <>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        {decidedBy && (
          <span className="block text-quiet text-sm">
            by <EmailText address={decidedBy} />
          </span>
        )}
      </>
    ),
  },
  { key: 'actions', header: 'Actions', width: 8.5, cell: (approval) => <Actions approval={approval} /> },
]

function Actions({ approval }: { approval: Approval }) {
  const [isOpen, setOpen] = useState(false)
  const report = useReport()
  const refuse = useRefuseApproval()
  if (approval.state !== 'waiting') return null
  return (
    <div className="flex flex-wrap gap-2">
      {approval.canConfirm && (
        <Button
          tone="quiet"
          className={rowButton}
          aria-label={`Confirm: ${approval.summary}`}
          onClick={() => setOpen(true)}
        >
          Confirm
        </Button>
      )}
      <Button
        tone="quiet"
        className={rowButton}
        busy={refuse.isPending}
        aria-label={`${approval.isOwn ? 'Withdraw' : 'Refuse'}: ${approval.summary}`}
        onClick={() =>
          report(refuse.mutateAsync(approval.id), {
            done: () => ({ title: approval.isOwn ? 'Withdrawn' : 'Refused', description: approval.summary }),
            failed: approval.isOwn ? 'The request was not withdrawn' : 'The request was not refused',
          })
        }
      >
        {approval.isOwn ? 'Withdraw' : 'Refuse'}
      </Button>
      {isOpen && <ConfirmDialog approval={approval} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ConfirmDialog({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { mutateAsync } = useConfirmApproval()
  return (
    <ReauthDialog
      title="Confirm this request?"
      rules={reauthenticateForm}
      asksCode={false}
      submitLabel="Confirm"
      isDestructive={false}
      refusalTitle="Not confirmed"
      send={(body) => mutateAsync({ id: approval.id, body })}
      onSent={onClose}
      onClose={onClose}
    >
      <p>
        {approval.summary}. {approval.askedBy} requested this
        {approval.reason ? ` and gave the reason: ${approval.reason}` : ' and gave no reason'}.
      </p>
    </ReauthDialog>
  )
}

import { Link, useNavigate } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { count, date, dateAndTime } from '@/lib/formats'
import { emailTopicNames } from '@/lib/generated'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { Button } from '@/ui/button'
import { EmailTabs } from '@/ui/email-tabs'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { useReport } from '@/ui/use-report'
import type { Campaign } from './api'
import { campaignListKey, useCreateCampaign } from './api'
import { CampaignStatus } from './statuses'

/** The campaigns: drafts, running campaigns and the results of earlier ones. */
export function CampaignsPage() {
  const list = useList({ key: campaignListKey, route: 'GET /api/campaigns' })
  return (
    <>
      <PageHead
        title="Email Campaigns"
        lede="Email members, applicants or leads, or a group of them."
        actions={<NewCampaign />}
      />
      <EmailTabs />
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search campaigns"
        placeholder="Search by name or subject"
      />
      <ListTable
        caption="Campaigns"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No campaigns yet"
        nothingYet="Write your first campaign. No email is sent until you confirm the number of recipients."
        noMatch="No campaigns match your search"
      />
    </>
  )
}

function NewCampaign() {
  const navigate = useNavigate()
  const report = useReport()
  const { mutateAsync, isPending } = useCreateCampaign()
  async function create() {
    await report(
      mutateAsync({ name: `Campaign of ${date(new Date())}` }).then(({ id }) =>
        navigate(href(consolePaths.campaign, { id })),
      ),
      {
        failed: 'Not created',
      },
    )
  }
  return (
    <Button busy={isPending} onClick={create}>
      Write a campaign
    </Button>
  )
}

const columns: readonly Column<Campaign>[] = [
  {
    key: 'name',
    header: 'Campaign',
    sort: 'name',
    cell: ({ id, name, subject, topic }) => (
      <>
        <Link className="text-link" to={href(consolePaths.campaign, { id })}>
          {name}
        </Link>
        <span className="block text-quiet text-sm">
          {subject || 'No subject'} · {emailTopicNames[topic]}
        </span>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    sort: 'status',
    width: 10,
    cell: ({ status, scheduledAt }) => (
      <>
        <CampaignStatus status={status} />
        {status === 'scheduled' && (
          <span className="mt-1 block text-quiet text-sm tabular-nums">{dateAndTime(scheduledAt)}</span>
        )}
      </>
    ),
  },
  {
    key: 'sent',
    header: 'Sent',
    width: 9.5,
    numeric: true,
    cell: ({ sentCount, recipientCount }) =>
      recipientCount === '0' ? (
        '–'
      ) : (
        <span className="whitespace-nowrap">
          {count(Number(sentCount))} of {count(Number(recipientCount))}
        </span>
      ),
  },
  {
    key: 'opened',
    header: 'Opened',
    width: 6,
    numeric: true,
    cell: ({ sentCount, openRate }) => (sentCount === '0' ? '–' : `${openRate}%`),
  },
  {
    key: 'clicked',
    header: 'Clicked',
    width: 6,
    numeric: true,
    cell: ({ sentCount, clickRate }) => (sentCount === '0' ? '–' : `${clickRate}%`),
  },
  {
    key: 'createdAt',
    header: 'Created (IST)',
    sort: 'createdAt',
    width: 8,
    from: '4xl',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
]

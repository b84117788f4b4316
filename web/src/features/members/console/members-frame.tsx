import type { ReactNode } from 'react'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { count } from '@/lib/formats'
import type { List } from '@/lib/list'
import { useMemberStats } from '@/lib/member-stats'
import { ButtonLink } from '@/ui/button'
import { LinkTabs } from '@/ui/link-tabs'
import type { Column } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { StatCard, StatRow } from '@/ui/stat-card'

type MembersFrameProps<Row> = {
  list: List<Row>
  columns: readonly Column<Row>[]
  /** The route of the list's export. */
  exportPath: string
  children: ReactNode
}

/** The parts that the three lists of people share. The search is kept when the user switches between them. */
export function MembersFrame<Row>({ list, columns, exportPath, children }: MembersFrameProps<Row>) {
  const may = useMay()
  const { data: stats, error } = useMemberStats()
  const figure = (value: number | undefined) => (error && !stats ? null : count(value))
  return (
    <>
      <PageHead
        title="Members"
        actions={
          <>
            <ButtonLink tone="outline" to={consolePaths.invite}>
              Invite a person
            </ButtonLink>
            <ButtonLink tone="outline" to={consolePaths.bulks}>
              Bulk actions
            </ButtonLink>
            {may('GET /api/members/imports') && (
              <ButtonLink tone="outline" to={consolePaths.import}>
                Import legacy members
              </ButtonLink>
            )}
          </>
        }
      />
      <StatRow>
        <StatCard
          label="Registered Users"
          value={figure(stats?.registeredUsers)}
          note="All authenticated accounts"
          to={consolePaths.members}
        />
        <StatCard
          label="Leads"
          value={figure(stats?.leads)}
          note="Enquiries & unpaid registrations"
          to={consolePaths.leads}
        />
        <StatCard
          label="Paid Members"
          value={figure(stats?.paidMembers)}
          note="Completed payments"
          to={consolePaths.paidMembers}
        />
      </StatRow>
      <LinkTabs
        label="Members"
        keep={list.search && new URLSearchParams({ search: list.search }).toString()}
        tabs={[
          { to: consolePaths.members, label: 'Registered Users' },
          { to: consolePaths.leads, label: 'Leads' },
          { to: consolePaths.paidMembers, label: 'Paid Members' },
        ]}
      />
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search members"
        placeholder="Search by name, email, phone, or location..."
        exportPath={exportPath}
      />
      {children}
    </>
  )
}

/** A value, or N/A without one. */
export function orNone(value: string | undefined): ReactNode {
  return value || <span className="text-quiet">N/A</span>
}

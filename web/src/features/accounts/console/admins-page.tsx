import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { roleLabels } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { dateAndTime } from '@/lib/formats'
import { useList } from '@/lib/list'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button, rowButton } from '@/ui/button'
import { EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { PageHead } from '@/ui/page-head'
import { InviteDialog, PersonDialog, RoleDialog, StepDialog } from './admin-dialogs'
import { AdminMembers } from './admin-members'
import { stepsFor, stepWords } from './admin-steps'
import type { AdminAccount } from './api'
import { type AdminStep, adminListKey, useAsksCode } from './api'

const states: Readonly<Record<AdminAccount['state'], { label: string; tone: BadgeTone }>> = {
  active: { label: 'Active', tone: 'success' },
  invited: { label: 'Invited', tone: 'warning' },
  expired: { label: 'Invitation expired', tone: 'outline' },
  deactivated: { label: 'Deactivated', tone: 'plain' },
}

/** The accounts that can use the console. */
export function AdminsPage() {
  const list = useList({ key: adminListKey, route: 'GET /api/admins' })
  const [isInviting, setInviting] = useState(false)
  const asksCode = useAsksCode()
  const [asked, setAsked] = useState<{ admin: AdminAccount; step: AdminStep }>()
  const [changing, setChanging] = useState<AdminAccount>()
  const [naming, setNaming] = useState<AdminAccount>()
  const columns = adminColumns((admin, step) => setAsked({ admin, step }), setChanging, setNaming)

  return (
    <>
      <PageHead
        title="Administrators"
        lede="The people who can use this console. Each has their own account, so that the audit log shows who did what."
        actions={<Button onClick={() => setInviting(true)}>Invite an administrator</Button>}
      />
      <ListToolbar list={list} columns={columns} searchLabel="Search administrators" placeholder="Username or email" />
      <ListTable
        caption="Admin accounts"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No admin accounts yet"
        noMatch="No administrator matches your search"
      />
      <AdminMembers asksCode={asksCode} />
      {isInviting && (
        <InviteDialog asksCode={asksCode} onDone={() => setInviting(false)} onClose={() => setInviting(false)} />
      )}
      {changing && (
        <RoleDialog
          admin={changing}
          asksCode={asksCode}
          onDone={() => setChanging(undefined)}
          onClose={() => setChanging(undefined)}
        />
      )}
      {naming && (
        <PersonDialog
          admin={naming}
          asksCode={asksCode}
          onDone={() => setNaming(undefined)}
          onClose={() => setNaming(undefined)}
        />
      )}
      {asked && (
        <StepDialog
          {...asked}
          asksCode={asksCode}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            // Closing the dialog would return the focus to the button that was pressed, but the step removes that
            // button. The focus goes to the account's heading instead.
            flushSync(() => setAsked(undefined))
            document.getElementById(nameId(asked.admin))?.focus()
          }}
        />
      )}
    </>
  )
}

const nameId = ({ id }: AdminAccount) => `admin-${id}`

function adminColumns(
  onStep: (admin: AdminAccount, step: AdminStep) => void,
  onRole: (admin: AdminAccount) => void,
  onPerson: (admin: AdminAccount) => void,
): Column<AdminAccount>[] {
  return [
    {
      key: 'username',
      header: 'Username',
      sort: 'username',
      cell: (admin) => (
        <span id={nameId(admin)} tabIndex={-1} className="inline-flex flex-wrap items-center gap-2 font-semibold">
          {admin.username} {admin.isYou && <Badge tone="outline">You</Badge>}
        </span>
      ),
    },
    {
      key: 'email',
      header: 'Email',
      from: '3xl',
      cell: ({ email }) =>
        email ? <EmailText address={email} /> : <span className="whitespace-nowrap text-quiet">None</span>,
    },
    { key: 'role', header: 'Role', width: 7.5, cell: ({ role }) => roleLabels[role] },
    { key: 'state', header: 'State', width: 10, cell: (admin) => <State admin={admin} /> },
    {
      key: 'factor',
      header: 'Two-step sign-in',
      width: 7,
      from: '5xl',
      cell: ({ secondFactor }) => (secondFactor ? 'On' : <span className="text-quiet">Off</span>),
    },
    {
      key: 'lastSignIn',
      header: 'Last sign-in',
      width: 7.5,
      from: '4xl',
      cell: ({ lastSignIn }) => (lastSignIn ? <Moment at={lastSignIn} /> : <span className="text-quiet">Never</span>),
    },
    {
      key: 'steps',
      header: 'Actions',
      width: 12.5,
      cell: (admin) => <Steps admin={admin} onStep={onStep} onRole={onRole} onPerson={onPerson} />,
    },
  ]
}

type StepsProps = {
  admin: AdminAccount
  onStep: (admin: AdminAccount, step: AdminStep) => void
  onRole: (admin: AdminAccount) => void
  onPerson: (admin: AdminAccount) => void
}

function Steps({ admin, onStep, onRole, onPerson }: StepsProps) {
  if (admin.isYou)
    return (
      <Link to={consolePaths.own} className="-my-2.5 inline-flex min-h-11 items-center text-link">
        Your account
      </Link>
    )
  const steps = stepsFor(admin)
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        tone="quiet"
        className={rowButton}
        aria-label={`Change role: ${admin.username}`}
        onClick={() => onRole(admin)}
      >
        Change role
      </Button>
      <Button
        tone="quiet"
        className={rowButton}
        aria-label={`Change person: ${admin.username}`}
        onClick={() => onPerson(admin)}
      >
        Change person
      </Button>
      {steps.map((step) => (
        <Button
          key={step}
          tone="quiet"
          className={rowButton}
          aria-label={`${stepWords[step].label}: ${admin.username}`}
          onClick={() => onStep(admin, step)}
        >
          {stepWords[step].label}
        </Button>
      ))}
    </span>
  )
}

function State({ admin: { state, inviteExpiry } }: { admin: AdminAccount }) {
  const { label, tone } = states[state]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {state === 'invited' && <span className="block text-quiet text-sm">until {dateAndTime(inviteExpiry)}</span>}
    </>
  )
}

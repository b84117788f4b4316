import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { date, timeOfDay } from '@/lib/formats'
import type { AdminAccount } from '@/lib/generated'
import { useList } from '@/lib/list'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import { PageHead } from '@/ui/page-head'
import { useToast } from '@/ui/toast-queue'
import { AdminMembers } from './admin-members'
import { stepsFor, stepWords } from './admin-steps'
import { type AdminStep, changeAdmin, type PlainStep } from './calls'
import { InviteDialog } from './invite-dialog'
import { ResetFactorDialog } from './reset-factor-dialog'
import { useAsksCode } from './use-asks-code'

const states: Record<string, { label: string; tone: BadgeTone }> = {
  active: { label: 'Active', tone: 'success' },
  invited: { label: 'Invited', tone: 'warning' },
  expired: { label: 'Invitation expired', tone: 'outline' },
  deactivated: { label: 'Deactivated', tone: 'plain' },
}

/** Who may use the console. */
export function Component() {
  const toast = useToast()
  const list = useList<AdminAccount>({ path: '/api/admins', topics: ['admins'] })
  const [isInviting, setInviting] = useState(false)
  const asksCode = useAsksCode()
  const [asked, setAsked] = useState<{ admin: AdminAccount; step: PlainStep }>()
  const [resetting, setResetting] = useState<AdminAccount>()
  const [isBusy, setBusy] = useState(false)

  async function take() {
    if (!asked) return
    const { admin, step } = asked
    setBusy(true)
    try {
      await changeAdmin(admin.id, step)
      toast({ title: 'Done', description: stepWords[step].done(admin.username) })
    } catch (error) {
      toast({ title: 'Nothing was changed', description: messageOf(error, 'Please try again.'), destructive: true })
    }
    setBusy(false)
    setAsked(undefined)
    list.refresh()
  }

  return (
    <>
      <PageHead
        title="Administrators"
        lede="Who may use this console. Each has an account of her own, so that the audit log can tell who did what."
        actions={<Button onClick={() => setInviting(true)}>Invite an administrator</Button>}
      />
      <ListToolbar list={list} searchLabel="Search administrators" placeholder="Username or email" />
      <ListTable
        caption="Admin accounts"
        list={list}
        columns={columns((admin, step) => {
          if (step === 'second-factor/reset') setResetting(admin)
          else setAsked({ admin, step })
        })}
        rowKey={({ id }) => id}
        nothing="No admin accounts yet"
        noMatch="No administrator matches your search"
      />
      <AdminMembers asksCode={asksCode} />
      <InviteDialog
        open={isInviting}
        asksCode={asksCode}
        onClose={() => setInviting(false)}
        onInvited={() => {
          setInviting(false)
          list.refresh()
        }}
      />
      {resetting && (
        <ResetFactorDialog
          admin={resetting}
          asksCode={asksCode}
          onClose={() => setResetting(undefined)}
          onReset={() => {
            setResetting(undefined)
            list.refresh()
          }}
        />
      )}
      <Confirm
        open={asked !== undefined}
        title={asked ? stepWords[asked.step].title(asked.admin.username) : ''}
        action={asked ? stepWords[asked.step].label : ''}
        harmless={asked && stepWords[asked.step].harmless}
        busy={isBusy}
        onConfirm={take}
        onClose={() => setAsked(undefined)}
      >
        <p>{asked && stepWords[asked.step].consequence}</p>
      </Confirm>
    </>
  )
}

function columns(onStep: (admin: AdminAccount, step: AdminStep) => void): Column<AdminAccount>[] {
  return [
    {
      key: 'username',
      header: 'Username',
      sort: 'username',
      cell: ({ username, isYou }) => (
        <span className="inline-flex flex-wrap items-center gap-2 font-semibold">
          {username} {isYou && <Badge tone="outline">You</Badge>}
        </span>
      ),
    },
    { key: 'email', header: 'Email', cell: ({ email }) => email || <span className="text-quiet">None</span> },
    { key: 'state', header: 'State', cell: (admin) => <State admin={admin} /> },
    {
      key: 'factor',
      header: 'Two-step sign-in',
      cell: ({ secondFactor }) => (secondFactor ? 'On' : <span className="text-quiet">Off</span>),
    },
    {
      key: 'lastSignIn',
      header: 'Last sign-in',
      cell: ({ lastSignIn }) =>
        lastSignIn ? `${date(lastSignIn)}, ${timeOfDay(lastSignIn)}` : <span className="text-quiet">Never</span>,
    },
    {
      key: 'steps',
      header: 'Actions',
      cell: (admin) => (
        <span className="-my-1.5 flex flex-wrap gap-x-1 max-md:justify-end">
          {stepsFor(admin).map((step) => (
            <Button
              key={step}
              tone="quiet"
              className="px-3 font-medium text-accent"
              aria-label={`${stepWords[step].label}: ${admin.username}`}
              onClick={() => onStep(admin, step)}
            >
              {stepWords[step].label}
            </Button>
          ))}
        </span>
      ),
    },
  ]
}

function State({ admin: { state, inviteExpiry } }: { admin: AdminAccount }) {
  const { label, tone } = states[state] ?? { label: state, tone: 'plain' as const }
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {state === 'invited' && (
        <span className="block text-quiet text-sm">
          until {date(inviteExpiry)}, {timeOfDay(inviteExpiry)}
        </span>
      )}
    </>
  )
}

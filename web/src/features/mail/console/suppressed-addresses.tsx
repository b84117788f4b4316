import { useId, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { emailTopicNames, liftSuppressionForm } from '@/lib/generated'
import { useList } from '@/lib/list'
import { useRuleForm } from '@/lib/rule-form'
import { Button, rowButton } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { EmailText } from '@/ui/email-address'
import { TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import { useToast } from '@/ui/toast-queue'
import type { Suppression } from './api'
import { suppressionsKey, useLiftSuppression } from './api'

const scopes: Readonly<Record<Suppression['scope'], string>> = {
  all: 'Every email',
  campaigns: 'All except receipts, security and review',
  ...emailTopicNames,
}

// Another reason is a text that staff have entered in the dashboard.
const reasons: Readonly<Record<string, string>> = {
  unsubscribed: 'Unsubscribed',
  spam: 'Reported an email as spam',
  hard_bounce: 'The mailbox does not exist',
  invalid_email: 'No such address',
}

/** The suppressed addresses, with the reason and the date. */
export function SuppressedAddresses() {
  const list = useList({
    key: suppressionsKey,
    route: 'GET /api/suppressions',
    filters: ['scope'],
  })
  return (
    <>
      <ListToolbar list={list} columns={columns} searchLabel="Search suppressions" placeholder="Search by address">
        <FilterSelect
          list={list}
          name="scope"
          label="Emails not sent"
          all="All suppressions"
          options={Object.entries(scopes).map(([value, label]) => ({ value, label }))}
        />
      </ListToolbar>
      <ListTable
        caption="Suppressions"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No suppressed addresses"
        nothingYet="People who unsubscribe and addresses that do not accept email appear here."
        noMatch="No suppressions match your search"
      />
    </>
  )
}

const columns: readonly Column<Suppression>[] = [
  { key: 'email', header: 'Address', sort: 'email', cell: ({ email }) => <EmailText address={email} /> },
  { key: 'scope', header: 'Not sent', width: 11, cell: ({ scope }) => scopes[scope] },
  { key: 'reason', header: 'Reason', width: 11, cell: ({ reason }) => reasons[reason] ?? reason },
  {
    key: 'createdAt',
    header: 'Since (IST)',
    sort: 'createdAt',
    width: 11.25,
    from: '4xl',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  { key: 'lift', header: 'Actions', width: 4.5, cell: (suppression) => <Lift suppression={suppression} /> },
]

function Lift({ suppression }: { suppression: Suppression }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        tone="quiet"
        className={rowButton}
        aria-label={`Lift the suppression of ${suppression.email}`}
        onClick={() => setOpen(true)}
      >
        Lift
      </Button>
      <Dialog open={isOpen} title={`Allow emails to ${suppression.email} again?`} onClose={() => setOpen(false)}>
        <LiftForm suppression={suppression} onLifted={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function LiftForm({ suppression, onLifted }: { suppression: Suppression; onLifted: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useLiftSuppression()
  const form = useRuleForm(useId(), liftSuppressionForm, { name: 'lift' })
  const submit = form.submit({
    send: async ({ reason }) => {
      await mutateAsync({ id: suppression.id, reason })
      toast({ title: 'Suppression lifted', description: `${suppression.email} gets our emails again.` })
      onLifted()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Form
      form={form}
      onSubmit={submit}
      refusalTitle="The suppression was not lifted"
      intro={
        <p className="text-quiet">
          If the person unsubscribed, do this only if they asked for it. The audit log records your reason, which can’t
          be changed.
        </p>
      }
    >
      <TextField form={form} name="reason" />
      <div className="flex justify-end">
        <SubmitButton form={form} busyLabel="One moment…">
          Lift suppression
        </SubmitButton>
      </div>
    </Form>
  )
}

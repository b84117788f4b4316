import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { messageOf } from '@/lib/api-error'
import type { BulkPreview } from '@/lib/api-types'
import {
  type BulkInput,
  type BulkList,
  type BulkName,
  type BulkStart,
  bulkLabels,
  bulkNames,
  useGrantableTiers,
  usePreviewBulk,
  useStartBulk,
} from '@/lib/bulk'
import { consolePaths } from '@/lib/console-paths'
import { only, requiring } from '@/lib/form-schema'
import { count, counted, rupees } from '@/lib/formats'
import { bulkForm } from '@/lib/generated'
import { href } from '@/lib/href'
import type { List } from '@/lib/list'
import { useRuleForm } from '@/lib/rule-form'
import type { Selection } from '@/lib/selection'
import { Button } from './button'
import { Dialog } from './dialog'
import { Form, SubmitButton, useIsWaiting } from './form'
import { RuleField } from './rule-field'
import { useReauthenticated } from './use-reauthenticated'

type BulkActionsProps = {
  list: Pick<List<unknown>, 'total' | 'query'>
  selection: Selection
  listName: BulkList
  /** The number of rows on the page. */
  shown: number
}

/** Reports whether the admin's role includes bulk actions. */
export function useMayBulk(): boolean {
  return useMay()('POST /api/bulk-actions')
}

/** The actions for the selected rows. Shows nothing while no row is selected. */
export function BulkActions({ list, selection, listName, shown }: BulkActionsProps) {
  const [action, setAction] = useState<BulkName>()
  const { size, isAll } = selection
  return (
    <section
      aria-label="Selection"
      className={size > 0 ? 'mb-4 border-primary border-l-4 bg-primary/12 px-5 py-2' : ''}
    >
      <div className="flex flex-wrap items-center gap-x-5">
        <p role="status" className={size > 0 ? 'min-h-11 py-2.5 font-semibold' : 'sr-only'}>
          {size > 0 && (isAll ? `All ${count(size)} matching rows are selected` : `${counted(size, 'row')} selected`)}
        </p>
        {size > 0 && !isAll && list.total > shown && (
          <Button tone="quiet" onClick={selection.selectAll}>
            Select all {count(list.total)} matching rows
          </Button>
        )}
        {size > 0 && (
          <Button tone="quiet" onClick={selection.clear}>
            Clear selection
          </Button>
        )}
      </div>
      {size > 0 && (
        <div className="-ml-4 flex flex-wrap">
          {bulkNames.map((name) => (
            <Button key={name} tone="quiet" onClick={() => setAction(name)}>
              {bulkLabels[name].label}…
            </Button>
          ))}
        </div>
      )}
      {action && (
        <BulkDialog
          key={action}
          action={action}
          rows={
            isAll ? { list: listName, query: new URLSearchParams(list.query).toString() } : { ids: [...selection.ids] }
          }
          onClose={() => setAction(undefined)}
        />
      )}
    </section>
  )
}

type FieldName = 'tag' | 'subject' | 'words' | 'membershipTierId' | 'endsAt' | 'reason'

const fieldsOf: Readonly<Partial<Record<BulkName, readonly FieldName[]>>> = {
  tag: ['tag'],
  untag: ['tag'],
  write: ['subject', 'words'],
  grant: ['membershipTierId', 'endsAt', 'reason'],
}

const hints: Readonly<Partial<Record<FieldName, string>>> = {
  endsAt: 'The last day of the membership. If empty, it lasts as long as a purchased one.',
  reason: 'This is recorded in the audit log. The members do not see it.',
}

type BulkDialogProps = { action: BulkName; rows: Pick<BulkInput, 'ids' | 'list' | 'query'>; onClose: () => void }

/** Asks for the inputs of an action, previews its effect and starts it. */
function BulkDialog({ action, rows, onClose }: BulkDialogProps) {
  const labels = bulkLabels[action]
  const names = fieldsOf[action] ?? []
  const navigate = useNavigate()
  const preview = usePreviewBulk()
  const start = useStartBulk()
  const [shown, setShown] = useState<{ preview: BulkPreview; values: BulkInput }>()
  const { save, dialog } = useReauthenticated((body: BulkStart) => start.mutateAsync(body), {
    title: labels.label,
    children: <p>Please confirm your password to start the action.</p>,
    submitLabel: labels.label,
    refusalTitle: 'Nothing was changed',
  })
  const form = useRuleForm(
    `bulk-${action}`,
    requiring(only(bulkForm, ...names), ...names.filter((name) => name !== 'endsAt')),
  )
  const submit = form.submit({
    send: async (given) => {
      const values = { ...given, ...rows, action }
      if (!shown) {
        setShown({ preview: await preview.mutateAsync(values), values })
        return
      }
      const { id } = await save({ ...shown.values, count: shown.preview.count })
      onClose()
      navigate(href(consolePaths.bulk, { id }))
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  const isWaiting = useIsWaiting(form)
  const people = shown && counted(shown.preview.count, 'person', 'people')
  return (
    <Dialog open title={labels.label} onClose={onClose}>
      <Form form={form} onSubmit={submit} refusalTitle="Nothing was changed">
        {!shown && names.length === 0 && (
          <p className="text-quiet">You will first see who is affected and who is skipped.</p>
        )}
        {!shown &&
          names.map((name) => (
            <RuleField key={name} form={form} name={name} hint={hints[name]}>
              {(control) => {
                if (name === 'membershipTierId') return <TierSelect {...control} />
                if (name === 'words' || name === 'reason')
                  return <textarea className="textarea" rows={name === 'words' ? 8 : 3} {...control} />
                return (
                  <input className="input" type={name === 'endsAt' ? 'date' : 'text'} autoComplete="off" {...control} />
                )
              }}
            </RuleField>
          ))}
        {/* Mounted while it is empty, so that a screen reader announces what appears in it. */}
        <div role="status" className="flex flex-col gap-4 empty:hidden">
          {shown && (
            <Preview
              preview={shown.preview}
              becomes={`${labels.becomes}${shown.values.tag ? ` “${shown.values.tag}”` : ''}`}
            />
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          {isWaiting ? (
            <Button tone="outline" onClick={onClose}>
              Close
            </Button>
          ) : (
            <Button tone="outline" onClick={shown && names.length > 0 ? () => setShown(undefined) : onClose}>
              {shown && names.length > 0 ? 'Back' : 'Cancel'}
            </Button>
          )}
          {!isWaiting && (!shown || shown.preview.count > 0) && (
            <SubmitButton
              form={form}
              busyLabel="One moment…"
              tone={shown && action === 'deactivate' ? 'danger' : 'primary'}
            >
              {shown ? `${labels.verb} ${people}` : 'Preview'}
            </SubmitButton>
          )}
        </div>
      </Form>
      {dialog}
    </Dialog>
  )
}

function TierSelect(control: ComponentProps<'select'>) {
  const { data: tiers = [], isPending, isError } = useGrantableTiers()
  return (
    <select className="select" {...control}>
      <option value="">
        {isPending ? 'Loading…' : isError ? 'The membership tiers could not be loaded' : 'Please choose'}
      </option>
      {tiers.map((tier) => (
        <option key={tier.id} value={tier.id}>
          {tier.name}
        </option>
      ))}
    </select>
  )
}

function Preview({ preview, becomes }: { preview: BulkPreview; becomes: string }) {
  return (
    <>
      <p>
        <strong className="font-semibold">{counted(preview.count, 'person', 'people')}</strong> of{' '}
        {counted(preview.selected, 'selected row')} {becomes}
        {preview.count > 0 && ': '}
        <Names names={preview.names} total={preview.count} />.
      </p>
      {Number(preview.value) > 0 && <p>At list prices this is worth {rupees(preview.value)}.</p>}
      {preview.isSecondAdminRequired && <p>A second administrator must confirm it before anything happens.</p>}
      {preview.leftOut.length > 0 && (
        <div>
          <p className="font-semibold">Skipped</p>
          <ul className="mt-1 list-disc pl-5">
            {preview.leftOut.map((group) => (
              <li key={group.reason}>
                {count(group.count)}: {group.reason.replace(/\.$/, '')}{' '}
                <span className="text-quiet">
                  (<Names names={group.names} total={group.count} />)
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function Names({ names, total }: { names: readonly string[]; total: number }) {
  const others = total - names.length
  return (
    <>
      {names.join(', ')}
      {others > 0 && ` and ${count(others)} more`}
    </>
  )
}

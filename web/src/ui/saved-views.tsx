import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { SavedView } from '@/lib/api-types'
import { savedViewForm } from '@/lib/generated'
import type { List } from '@/lib/list'
import { useDeleteView, useSaveView, useViews, type ViewedList, viewOf } from '@/lib/views'
import { Button } from './button'
import { classes } from './classes'
import { Confirm } from './confirm'
import { Dialog } from './dialog'
import { FormDialog } from './form-dialog'
import type { Column } from './list-table'
import { RuleCheck, RuleField } from './rule-field'
import { useReport } from './use-report'

type SavedViewsProps<Row> = { of: ViewedList; list: List<Row>; columns: readonly Column<Row>[] }

/**
 * The saved views of a list: named combinations of search, filters, order and columns. A view is an address, so it can
 * be bookmarked and shared.
 */
export function SavedViews<Row>({ of, list, columns }: SavedViewsProps<Row>) {
  const views = useViews(of)
  const { search } = useLocation()
  const here = viewOf(search)
  const current = views.find(({ query }) => viewOf(query) === here)
  const [open, setOpen] = useState<'save' | 'change' | 'delete' | 'columns'>()
  const close = () => setOpen(undefined)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-1">
      {views.length > 0 && (
        <nav aria-label="Saved views" className="min-w-0">
          <ul className="flex flex-wrap items-center gap-x-5">
            <li className="text-quiet text-sm">Views</li>
            {views.map((view) => (
              <li key={view.id} className="min-w-0">
                <Link
                  to={{ search: view.query }}
                  aria-current={view === current ? 'page' : undefined}
                  className={classes(
                    'flex min-h-11 items-center [overflow-wrap:anywhere]',
                    view === current ? 'font-semibold' : 'text-link',
                  )}
                >
                  {view.name}
                  {!view.isOwn && <span className="ml-1.5 font-normal text-quiet text-sm">by {view.actor}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="-mx-4 flex flex-wrap sm:mx-0 sm:ml-auto">
        <Button tone="quiet" onClick={() => setOpen('columns')}>
          Columns…
        </Button>
        {current?.isOwn ? (
          <>
            <Button tone="quiet" onClick={() => setOpen('change')}>
              Rename or share…
            </Button>
            <Button tone="quiet" onClick={() => setOpen('delete')}>
              Delete the view…
            </Button>
          </>
        ) : (
          <Button tone="quiet" onClick={() => setOpen('save')}>
            Save this view…
          </Button>
        )}
      </div>
      {open === 'columns' && <ColumnsDialog list={list} columns={columns} onClose={close} />}
      {open === 'save' && <ViewDialog of={of} query={here} onClose={close} />}
      {open === 'change' && current && <ViewDialog of={of} query={here} view={current} onClose={close} />}
      {current && <DeleteView key={current.id} view={current} open={open === 'delete'} onClose={close} />}
    </div>
  )
}

type ViewDialogProps = { of: ViewedList; query: string; view?: SavedView; onClose: () => void }

const rules = savedViewForm.filter(({ name }) => name !== 'query')

function ViewDialog({ of, query, view, onClose }: ViewDialogProps) {
  const { mutateAsync } = useSaveView(of, view?.id)
  return (
    <FormDialog
      title={view ? `The view ${view.name}` : 'Save this view'}
      rules={rules}
      initial={{ name: view?.name ?? '', shared: String(view?.shared ?? false) }}
      send={({ name, shared }) => mutateAsync({ name, shared, query })}
      done={view ? 'The view is changed' : 'The view is saved'}
      action="Save"
      onClose={onClose}
      fields={(form) => (
        <>
          <RuleField form={form} name="name">
            {(control) => <input className="input" autoComplete="off" maxLength={60} {...control} />}
          </RuleField>
          <RuleCheck
            form={form}
            name="shared"
            label="Shared"
            means="all admins whose role includes this list can see it"
          />
        </>
      )}
    >
      A view stores the search, the filters, the order and the columns. It shows the people who match when you open it.
    </FormDialog>
  )
}

function DeleteView({ view, open, onClose }: { view: SavedView; open: boolean; onClose: () => void }) {
  const report = useReport()
  const { mutateAsync, isPending } = useDeleteView(view.id)

  async function remove() {
    await report(mutateAsync(), { done: () => ({ title: 'The view is deleted' }), failed: 'The view was not deleted' })
    onClose()
  }

  return (
    <Confirm
      open={open}
      title={`Delete the view ${view.name}?`}
      action="Delete the view"
      busy={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      {view.shared ? 'It is deleted for everyone. ' : ''}The people in the list are not affected.
    </Confirm>
  )
}

type ColumnsDialogProps<Row> = { list: List<Row>; columns: readonly Column<Row>[]; onClose: () => void }

function ColumnsDialog<Row>({ list, columns, onClose }: ColumnsDialogProps<Row>) {
  const keys = columns.map(({ key }) => key)
  // The address changes a moment later.
  const [shown, setShown] = useState<readonly string[]>(list.shown.length > 0 ? list.shown : keys)

  function turn(key: string, on: boolean) {
    const next = keys.filter((other) => (other === key ? on : shown.includes(other)))
    setShown(next)
    list.setShown(next.length === keys.length ? [] : next)
  }

  return (
    <Dialog open title="Columns" onClose={onClose}>
      <fieldset>
        <legend className="text-quiet">What the list shows. Exports have all columns.</legend>
        {columns.map(({ key, header }, at) => (
          <label key={key} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="checkbox size-6"
              // The first column identifies the row, so it cannot be hidden.
              disabled={at === 0}
              checked={at === 0 || shown.includes(key)}
              onChange={(event) => turn(key, event.target.checked)}
            />
            {header}
          </label>
        ))}
      </fieldset>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}

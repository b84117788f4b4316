import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { SavedView } from '@/lib/api-types'
import { only } from '@/lib/form-schema'
import { savedViewForm } from '@/lib/generated'
import { useDeleteView, useSaveView, useViews, type ViewedList, viewOf } from '@/lib/views'
import { Button, toolButton } from './button'
import { classes } from './classes'
import { Confirm } from './confirm'
import { CheckField, TextField } from './fields'
import { FormDialog } from './form-dialog'
import { useReport } from './use-report'

/** The view whose address is the current one, and the list's other views. */
function useCurrentView(list: ViewedList) {
  const views = useViews(list)
  const { search } = useLocation()
  const here = viewOf(search)
  return { views, here, current: views.find(({ query }) => viewOf(query) === here) }
}

/** Links to the saved views of a list. */
export function ViewLinks({ listName }: { listName: ViewedList }) {
  const { views, current } = useCurrentView(listName)
  if (views.length === 0) return null
  return (
    <nav aria-label="Saved views" className="min-w-0">
      <ul className="flex flex-wrap items-center gap-x-5">
        <li className="text-quiet text-sm">Views</li>
        {views.map((view) => (
          <li key={view.id} className="min-w-0">
            <Link
              to={{ search: view.query }}
              aria-current={view === current ? 'page' : undefined}
              className={classes(
                'flex min-h-11 flex-wrap items-center gap-x-1.5',
                view === current ? 'font-semibold' : 'text-link',
              )}
            >
              <span className="min-w-0">{view.name}</span>
              {!view.isOwn && <span className="font-normal text-quiet text-sm">by {view.actor}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Saves the list as a view, or changes the view that is shown. A view is a named combination of search, filters, order
 * and columns. It is an address, so it can be bookmarked and shared.
 */
export function ViewButtons({ listName }: { listName: ViewedList }) {
  const { here, current } = useCurrentView(listName)
  const [open, setOpen] = useState<'save' | 'change' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      {current?.isOwn ? (
        <>
          <Button tone="quiet" className={toolButton} onClick={() => setOpen('change')}>
            Rename or share…
          </Button>
          <Button tone="quiet" className={toolButton} onClick={() => setOpen('delete')}>
            Delete the view…
          </Button>
        </>
      ) : (
        <Button tone="quiet" className={toolButton} onClick={() => setOpen('save')}>
          Save this view…
        </Button>
      )}
      {open === 'save' && <ViewDialog listName={listName} query={here} onClose={close} />}
      {open === 'change' && current && <ViewDialog listName={listName} query={here} view={current} onClose={close} />}
      {current && <DeleteView key={current.id} view={current} open={open === 'delete'} onClose={close} />}
    </>
  )
}

type ViewDialogProps = { listName: ViewedList; query: string; view?: SavedView; onClose: () => void }

const rules = only(savedViewForm, 'name', 'shared')

function ViewDialog({ listName, query, view, onClose }: ViewDialogProps) {
  const { mutateAsync } = useSaveView(listName, view?.id)
  return (
    <FormDialog
      title={view ? `Edit the view ${view.name}` : 'Save this view'}
      rules={rules}
      initial={{ name: view?.name ?? '', shared: view?.shared ?? false }}
      send={({ name, shared }) => mutateAsync({ name, shared, query })}
      done={view ? 'The view was changed' : 'The view was saved'}
      submitLabel="Save"
      onClose={onClose}
      fields={(form) => (
        <>
          <TextField form={form} name="name" autoComplete="off" maxLength={60} />
          <CheckField
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
    await report(mutateAsync(), { done: () => ({ title: 'The view was deleted' }), failed: 'The view was not deleted' })
    onClose()
  }

  return (
    <Confirm
      open={open}
      title={`Delete the view ${view.name}?`}
      confirmLabel="Delete the view"
      busy={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      {view.shared ? 'It is deleted for everyone. ' : ''}The people in the list are not affected.
    </Confirm>
  )
}

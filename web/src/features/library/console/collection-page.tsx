import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { messageOf } from '@/lib/api-error'
import { consolePaths } from '@/lib/console-paths'
import { counted } from '@/lib/formats'
import { libraryCollectionForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { useStoredVersion } from '@/lib/use-stored-version'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { Field } from '@/ui/field'
import { TextAreaField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { PageHead } from '@/ui/page-head'
import { ReorderList } from '@/ui/reorder-list'
import { ScreenSkeleton } from '@/ui/skeleton'
import { useToast } from '@/ui/toast-queue'
import { UnreadRecord } from '@/ui/unread-record'
import { useReport } from '@/ui/use-report'
import type { LibrarySummary } from '../api'
import { kinds, states } from '../labels'
import { type AdminCollection, allItemsQuery, collectionQuery, useDeleteCollection, useSaveCollection } from './api'

/** A collection of the library. */
export function CollectionPage() {
  const { id = '' } = useParams()
  const { data: collection, error, refetch } = useQuery(collectionQuery(id))
  const [isDeleting, setDeleting] = useState(false)
  const may = useMay()
  if (!collection && error)
    return (
      <UnreadRecord
        what="Collection"
        error={error}
        onRetry={refetch}
        list={{ label: 'Collections', to: consolePaths.libraryCollections }}
      />
    )
  if (!collection) return <ScreenSkeleton />
  return (
    <>
      <p className="mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={consolePaths.libraryCollections}>
          Collections
        </Link>
      </p>
      <PageHead
        title={collection.title}
        named={collection.title}
        lede={audience(collection.items)}
        actions={
          may('DELETE /api/library-collections/{id}') && (
            <Button tone="outline" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )
        }
      />
      <CollectionForm key={collection.id} collection={collection} />
      {isDeleting && <DeleteCollection collection={collection} onClose={() => setDeleting(false)} />}
    </>
  )
}

function audience(items: readonly LibrarySummary[]): string {
  const published = items.filter(({ state }) => state === 'published').length
  return published === 0
    ? 'Members do not see this collection, because none of its items is published.'
    : `Members see this collection with ${counted(published, 'item')}.`
}

function CollectionForm({ collection }: { collection: AdminCollection }) {
  const { mutateAsync } = useSaveCollection()
  const toast = useToast()
  const form = useRuleForm('library-collection', libraryCollectionForm, { initial: valuesOf(collection) })
  const stored = useStoredVersion(form, collection, valuesOf)
  const { isDirty } = useFormState({ control: form.control })
  const submit = form.submit({
    send: async (body) => {
      await stored.save(() => mutateAsync({ id: collection.id, version: stored.version, body }))
      toast({ title: 'The collection was saved' })
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Form
      form={form}
      onSubmit={submit}
      refusalTitle="The collection was not saved"
      onLoadCurrent={() => stored.load(collectionQuery(collection.id), (current) => current, 'title')}
      className="flex max-w-3xl flex-col gap-5"
    >
      <LeaveGuard dirty={isDirty} />
      <TextField form={form} name="title" autoComplete="off" />
      <TextAreaField form={form} name="description" rows={3} hint="Members read it above the items." />
      <ItemsField form={form} stored={collection.items} />
      <SubmitButton form={form} busyLabel="Saving…" className="self-start">
        Save
      </SubmitButton>
    </Form>
  )
}

const valuesOf = ({ title, description, items }: AdminCollection) => ({
  title,
  description,
  items: items.map(({ id }) => id),
})

type ItemsFieldProps = { form: RuleForm<'items'>; stored: readonly LibrarySummary[] }

/** The items in their order, and a field to add one. */
function ItemsField({ form, stored }: ItemsFieldProps) {
  const heading = useId()
  const { data: all = stored, error } = useQuery(allItemsQuery)
  const ids: string[] = useWatch({ control: form.control, name: 'items' }) ?? []
  const set = (next: string[]) => form.setValue('items', next, { shouldDirty: true })
  const items = ids.flatMap((id) => all.find((item) => item.id === id) ?? stored.find((item) => item.id === id) ?? [])
  const addable = all.filter(({ id }) => !ids.includes(id))
  const problem = form.getFieldState('items', useFormState({ control: form.control, name: 'items' })).error
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="display-3">
        Items
      </h2>
      {items.length === 0 && <p className="mt-2 text-quiet">No items yet. Add the first one below.</p>}
      <ReorderList
        items={items}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        className="mt-2"
        itemClassName="border-base-300 border-t py-2"
        onReorder={set}
      >
        {({ id, title, kind, state }, controls) => (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-[1_1_14rem]">
              <Link to={href(consolePaths.libraryItem, { id })} className="font-medium hover:text-accent">
                {title}
              </Link>
              <span className="block text-quiet text-sm">{kinds[kind]}</span>
            </span>
            {state !== 'published' && <Badge tone={states[state].tone}>{states[state].label}</Badge>}
            {controls}
            <Button
              tone="quiet"
              className="size-11 p-0"
              aria-label={`Remove ${title} from the collection`}
              onClick={() => set(ids.filter((other) => other !== id))}
            >
              <X aria-hidden className="size-4" />
            </Button>
          </div>
        )}
      </ReorderList>
      <Field
        label="Add an item"
        hasDefault
        className="mt-4"
        hint={error ? 'The items could not be loaded.' : 'The item goes to the end of the collection.'}
        error={problem?.message}
      >
        {(control) => (
          <select className="select" {...control} value="" onChange={(event) => set([...ids, event.target.value])}>
            <option value="">Choose an item</option>
            {addable.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
    </section>
  )
}

type DeleteCollectionProps = { collection: AdminCollection; onClose: () => void }

function DeleteCollection({ collection: { id, title }, onClose }: DeleteCollectionProps) {
  const remove = useDeleteCollection()
  const report = useReport()
  const navigate = useNavigate()
  async function act() {
    const isDone = await report(remove.mutateAsync(id), {
      done: () => ({ title: 'The collection was deleted' }),
      failed: 'The collection was not deleted',
    })
    onClose()
    if (isDone) navigate(consolePaths.libraryCollections)
  }
  return (
    <Confirm
      open
      title={`Delete “${title}”?`}
      confirmLabel="Delete the collection"
      busy={remove.isPending}
      onConfirm={act}
      onClose={onClose}
    >
      <p>Its items stay in the library. This cannot be undone.</p>
    </Confirm>
  )
}

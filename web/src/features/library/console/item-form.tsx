import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { date, dateAndTime, inputDay } from '@/lib/formats'
import { libraryItemForm } from '@/lib/generated'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { useStoredVersion } from '@/lib/use-stored-version'
import { ListField, SelectField, TextAreaField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { Notice } from '@/ui/notice'
import { RowsField } from '@/ui/rows-field'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { kinds } from '../labels'
import {
  type AdminLibraryItem,
  collectionsQuery,
  type LibraryVersion,
  libraryItemQuery,
  sessionsQuery,
  useSaveItem,
} from './api'

type ItemFormProps = {
  item?: AdminLibraryItem
  /** The version whose values the form takes over. The form is saved as usual. */
  restored?: LibraryVersion
  onSaved?: (saved: AdminLibraryItem) => void
}

/** The form of an item. */
export function ItemForm({ item, restored, onSaved }: ItemFormProps) {
  const { mutateAsync } = useSaveItem()
  const toast = useToast()
  const form = useRuleForm('library-item', libraryItemForm, { initial: item && valuesOf(item) })
  const stored = useStoredVersion(form, item, valuesOf)
  const { isDirty } = useFormState({ control: form.control })
  const notice = useRef<HTMLDivElement>(null)
  const { setValue } = form
  useEffect(() => {
    if (!restored) return
    const { publishAt: _, ...values } = restored.form
    for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true })
    notice.current?.focus()
  }, [restored, setValue])
  const submit = form.submit({
    send: async (body) => {
      const saved = await stored.save(() => mutateAsync({ id: item?.id, version: stored.version, body }))
      toast({ title: 'The item was saved' })
      onSaved?.(saved)
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <>
      <Form
        form={form}
        onSubmit={submit}
        refusalTitle="The item was not saved"
        onLoadCurrent={item && (() => stored.load(libraryItemQuery(item.id), (current) => current, 'title'))}
        closesOnSuccess={!item}
        buttons={
          <SubmitButton form={form} busyLabel="Saving…" className="self-start">
            Save
          </SubmitButton>
        }
        className="flex max-w-3xl flex-col gap-5"
      >
        {restored && (
          <div ref={notice} tabIndex={-1}>
            <Notice title={`The version until ${dateAndTime(restored.endedAt)}`}>
              <p>The form has the values of this version. Save to restore it. Members see the saved item until then.</p>
            </Notice>
          </div>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField form={form} name="kind" labels={kinds} />
          <TextField
            form={form}
            name="publishAt"
            type="date"
            hint="Members see the item from the start of this day. Without a day it is a draft."
          />
        </div>
        <TextField form={form} name="title" autoComplete="off" />
        <RowsField
          form={form}
          name="authors"
          row="author"
          hints={{ email: 'Links the name to their profile, for members who may see it.' }}
        />
        <TextAreaField form={form} name="abstract" hint="Two or three sentences, which the list shows." rows={3} />
        <TextAreaField
          form={form}
          name="body"
          hint="Markdown: headings, lists, links. Pictures are not shown."
          rows={14}
        />
        <TextField
          form={form}
          name="link"
          inputMode="url"
          autoComplete="off"
          hint="The page of the recording, or of the source. Members who follow it leave this site."
        />
        <SessionField form={form} />
        <ListField form={form} name="tags" hint="One tag on each line, such as LODR or ESG." rows={3} />
        <CollectionsField form={form} />
      </Form>
      <LeaveGuard dirty={isDirty} />
    </>
  )
}

/** The session that the item belongs to. */
function SessionField({ form }: { form: RuleForm<'sessionId'> }) {
  const { data: sessions, error } = useQuery(sessionsQuery)
  const chosen = useWatch({ control: form.control, name: 'sessionId' })
  return (
    <RuleField
      form={form}
      name="sessionId"
      hint={error ? 'The sessions could not be loaded.' : 'The page of the session links to the item.'}
    >
      {(control) => (
        <select className="select" {...control} value={chosen ?? ''}>
          <option value="">No session</option>
          {!sessions && chosen && <option value={chosen}>The chosen session</option>}
          {sessions?.map(({ id, title, startsAt }) => (
            <option key={id} value={id}>
              {title}, {date(startsAt)}
            </option>
          ))}
        </select>
      )}
    </RuleField>
  )
}

/** The collections of the library. The item goes to the end of those that are chosen. */
function CollectionsField({ form }: { form: RuleForm<'collections'> }) {
  const { data: collections, error } = useQuery(collectionsQuery)
  const chosen: string[] = useWatch({ control: form.control, name: 'collections' }) ?? []
  const problem = form.getFieldState('collections', useFormState({ control: form.control, name: 'collections' })).error
  if (collections?.length === 0) return null
  return (
    <fieldset>
      <legend className="font-medium">
        Collections <span className="font-normal text-quiet">(optional)</span>
      </legend>
      {error && <p className="mt-1.5 text-quiet">The collections could not be loaded.</p>}
      <div className="mt-1 flex flex-wrap gap-x-6">
        {collections?.map(({ id, title }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target: { checked } }) =>
                form.setValue('collections', checked ? [...chosen, id] : chosen.filter((other) => other !== id), {
                  shouldDirty: true,
                })
              }
            />
            {title}
          </label>
        ))}
      </div>
      {problem && <p className="mt-1.5 font-medium text-error text-sm">{problem.message}</p>}
    </fieldset>
  )
}

const valuesOf = ({ form }: AdminLibraryItem) => ({ ...form, publishAt: inputDay(form.publishAt) })

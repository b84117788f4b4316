import { useFormState } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { inputDay } from '@/lib/formats'
import { libraryItemForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { ListField, SelectField, TextAreaField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { useToast } from '@/ui/toast-queue'
import { kinds } from '../labels'
import { type AdminLibraryItem, useSaveItem } from './api'

type ItemFormProps = { item?: AdminLibraryItem; onSaved?: (saved: AdminLibraryItem) => void }

/** The form of an item. */
export function ItemForm({ item, onSaved }: ItemFormProps) {
  const { mutateAsync } = useSaveItem()
  const toast = useToast()
  const form = useRuleForm('library-item', libraryItemForm, { initial: item && valuesOf(item) })
  const { isDirty } = useFormState({ control: form.control })
  const submit = form.submit({
    send: async (body) => {
      const saved = await mutateAsync({ id: item?.id, body })
      form.reset(valuesOf(saved))
      toast({ title: 'The item was saved' })
      onSaved?.(saved)
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle="The item was not saved" className="flex max-w-3xl flex-col gap-5">
      <LeaveGuard dirty={isDirty} />
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
      <ListField form={form} name="tags" hint="One tag on each line, such as LODR or ESG." rows={3} />
      <SubmitButton form={form} busyLabel="Saving…" className="self-start">
        Save
      </SubmitButton>
    </Form>
  )
}

function valuesOf({ kind, title, abstract, body, link, tags, publishAt }: AdminLibraryItem) {
  return { kind, title, abstract, body, link, tags, publishAt: inputDay(publishAt) }
}

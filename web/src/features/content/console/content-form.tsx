import type { InitialValues } from '@/lib/form-schema'
import { contentForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Disclosure } from '@/ui/disclosure'
import { EntryForm } from '@/ui/entry-form'
import { CheckField, SelectField, TextAreaField, TextField } from '@/ui/fields'
import type { ContentSection } from './api'
import { useSaveContent } from './api'
import { ImageField } from './image-field'
import { sectionHints, sectionNames } from './section-names'

type ContentFormProps = {
  /** The text to edit; undefined for a new one. */
  text: ContentSection | undefined
  /** The initial values of a new text. */
  initial: InitialValues<typeof contentForm>
  onSaved: (saved: ContentSection) => void
  onCancel: () => void
}

/** Edits one text of the site: its fields, its picture and a preview. */
export function ContentForm({ text, initial, onSaved, onCancel }: ContentFormProps) {
  const { mutateAsync } = useSaveContent()
  const form = useRuleForm('content-form', contentForm, {
    initial: { sortOrder: '0', ...initial, ...(text && valuesOf(text)) },
    across: ({ title, subtitle, content, imageUrl }) =>
      [title, subtitle, content, imageUrl].some((words) => words.trim())
        ? {}
        : { title: 'Please write a title or some content, or choose an image' },
  })
  const values = form.watched()

  return (
    <EntryForm
      form={form}
      title={text ? 'Edit text' : initial.section ? 'Replace a built-in text' : 'New text'}
      what="Content"
      isNew={!text}
      save={(sent) => mutateAsync({ id: text?.id, values: sent })}
      failure="The content could not be saved. Please try again."
      onSaved={onSaved}
      onCancel={onCancel}
      preview={null}
    >
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <div>
            <SelectField form={form} name="section" labels={sectionNames} />
            {values.section && <p className="mt-1.5 text-quiet text-sm">{sectionHints[values.section]}</p>}
          </div>
          <TextField form={form} name="title" autoComplete="off" />
          <TextField form={form} name="subtitle" autoComplete="off" />
          <ImageField form={form} value={values.imageUrl} />
        </div>
        <div className="flex flex-col gap-5">
          <div>
            <TextAreaField form={form} name="content" rows={10} />
            <MarkdownHelp />
          </div>
          <TextField
            form={form}
            name="sortOrder"
            hint="Lower numbers come first. You can also use the arrows in the list."
            inputMode="numeric"
            autoComplete="off"
            controlClass="max-w-32"
          />
          <CheckField form={form} name="isActive" label="Active" means="visitors see it" />
        </div>
      </div>
    </EntryForm>
  )
}

function valuesOf({ section, title, subtitle, content, imageUrl, isActive, sortOrder }: ContentSection) {
  return { section, title, subtitle, content, imageUrl, isActive, sortOrder }
}

const examples = [
  ['**bold**', 'bold text'],
  ['*italic*', 'italic text'],
  ['[our plans](/membership-plans)', 'a link'],
  ['- first', 'a list; 1. for a numbered one'],
  ['## Heading', 'a heading below the title of the section'],
  ['> quoted', 'a quotation'],
  ['![description](https://…)', 'an image'],
] as const

/** Explains Markdown. Plain text also works. */
function MarkdownHelp() {
  return (
    <Disclosure label="How to format the content" className="text-sm">
      <p className="text-quiet">You can write plain text. An empty line starts a new paragraph. HTML is removed.</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {examples.map(([typed, means]) => (
          <div key={typed} className="contents">
            <dt>
              <code>{typed}</code>
            </dt>
            <dd className="text-quiet">{means}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

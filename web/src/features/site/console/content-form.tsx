import { type ContentSection, contentForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { EntryForm } from '@/ui/entry-form'
import { RuleCheck } from '@/ui/rule-check'
import { RuleField } from '@/ui/rule-field'
import { RuleSelect } from '@/ui/rule-select'
import { saveText, type TextValues } from './calls'
import { ImageField } from './image-field'
import { MarkdownHelp } from './markdown-help'
import { sectionHints, sectionNames } from './section-names'
import { SectionPreview } from './section-preview'

type ContentFormProps = {
  /** The text that is changed; undefined for a new one. */
  text: ContentSection | undefined
  /** What a new one begins with. */
  initial: Partial<TextValues>
  onSaved: (saved: ContentSection) => void
  onCancel: () => void
}

/** One text of the site: its words, its picture, and how it will look. */
export function ContentForm({ text, initial, onSaved, onCancel }: ContentFormProps) {
  const form = useRuleForm('content-form', contentForm, {
    initial: { isActive: 'true', sortOrder: '0', ...initial, ...(text && valuesOf(text)) },
    across: ({ title, subtitle, content, imageUrl }) =>
      [title, subtitle, content, imageUrl].some((words) => words.trim())
        ? {}
        : { title: 'Please write a title or some content, or choose an image' },
  })
  const values = form.watch() as TextValues

  return (
    <EntryForm
      form={form}
      title={text ? 'Edit the text' : 'A new text'}
      what="Content"
      isNew={!text}
      save={(sent) => saveText(text?.id, sent as TextValues)}
      failure="The content could not be saved. Please try again."
      onSaved={onSaved}
      onCancel={onCancel}
      preview={<SectionPreview id={text?.id} values={values} />}
    >
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <div>
            <RuleSelect form={form} name="section" labels={sectionNames} />
            {values.section && <p className="mt-1.5 text-quiet text-sm">{sectionHints[values.section]}</p>}
          </div>
          <RuleField form={form} name="title">
            {(control) => <input className="input" autoComplete="off" {...control} />}
          </RuleField>
          <RuleField form={form} name="subtitle">
            {(control) => <input className="input" autoComplete="off" {...control} />}
          </RuleField>
          <ImageField form={form} value={values.imageUrl} />
        </div>
        <div className="flex flex-col gap-5">
          <div>
            <RuleField form={form} name="content">
              {(control) => <textarea className="textarea" rows={10} {...control} />}
            </RuleField>
            <MarkdownHelp />
          </div>
          <RuleField form={form} name="sortOrder" hint="Lower numbers come first. The list’s arrows change it, too.">
            {(control) => <input className="input max-w-32" inputMode="numeric" autoComplete="off" {...control} />}
          </RuleField>
          <RuleCheck form={form} name="isActive" label="Active" means="visitors see it" />
        </div>
      </div>
    </EntryForm>
  )
}

function valuesOf({ section, title, subtitle, content, imageUrl, isActive, sortOrder }: ContentSection): TextValues {
  return { section, title, subtitle, content, imageUrl, isActive, sortOrder }
}

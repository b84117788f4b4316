import { useEffect, useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { type ContentSection, contentForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { FormProblem } from '@/ui/form-problem'
import { LeaveGuard } from '@/ui/leave-guard'
import { RuleField } from '@/ui/rule-field'
import { RuleSelect } from '@/ui/rule-select'
import { SubmitButton } from '@/ui/submit-button'
import { useToast } from '@/ui/toast-queue'
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
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const [discarding, setDiscarding] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const form = useRuleForm('content-form', contentForm, {
    initial: { isActive: 'true', sortOrder: '0', ...initial, ...(text && valuesOf(text)) },
    across: ({ title, subtitle, content, imageUrl }) =>
      [title, subtitle, content, imageUrl].some((words) => words.trim())
        ? {}
        : { title: 'Please write a title or some content, or choose an image' },
  })
  const values = form.watch() as TextValues
  const dirty = form.formState.isDirty && !isSaved

  useEffect(() => heading.current?.focus(), [])

  const submit = form.submit({
    send: async (sent) => {
      const saved = await saveText(text?.id, sent as TextValues)
      toast({ title: text ? 'Content Updated' : 'Content Created' })
      setSaved(true)
      onSaved(saved)
    },
    failed: (error) => {
      const message = messageOf(error, 'The content could not be saved. Please try again.')
      toast({ title: text ? 'Update Failed' : 'Creation Failed', description: message, destructive: true })
      return message
    },
  })

  return (
    <section aria-labelledby="content-form-heading" className="mb-10 border-base-content border-t-2 pt-6">
      <h2 id="content-form-heading" ref={heading} tabIndex={-1} className="display-3">
        {text ? 'Edit the text' : 'A new text'}
      </h2>
      <form id={form.id} method="post" noValidate onSubmit={submit} className="mt-5">
        <div role="alert" className="mb-5 empty:hidden">
          <FormProblem form={form} title={text ? 'Update Failed' : 'Creation Failed'} />
        </div>
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
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="checkbox"
                checked={values.isActive === 'true'}
                onChange={(event) =>
                  form.setValue('isActive', event.target.checked ? 'true' : 'false', { shouldDirty: true })
                }
              />
              <span>
                <span className="font-medium">Active</span>
                <span className="text-quiet">: visitors see it</span>
              </span>
            </label>
          </div>
        </div>
        <div className="my-6 flex flex-wrap gap-3">
          <SubmitButton form={form} busyLabel="Saving…">
            {text ? 'Save changes' : 'Create'}
          </SubmitButton>
          <Button tone="outline" onClick={() => (dirty ? setDiscarding(true) : onCancel())}>
            Cancel
          </Button>
        </div>
      </form>
      <SectionPreview id={text?.id} values={values} />
      <LeaveGuard dirty={dirty} />
      <Confirm
        open={discarding}
        title="Discard your changes?"
        action="Discard"
        onConfirm={onCancel}
        onClose={() => setDiscarding(false)}
      >
        <p>What you have typed here is not saved yet.</p>
      </Confirm>
    </section>
  )
}

function valuesOf({ section, title, subtitle, content, imageUrl, isActive, sortOrder }: ContentSection): TextValues {
  return { section, title, subtitle, content, imageUrl, isActive, sortOrder }
}

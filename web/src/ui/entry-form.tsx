import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { isWaitingForAdmin, messageOf } from '@/lib/api-error'
import { isOutdated, type RuleForm, type Submission } from '@/lib/rule-form'
import { Button } from './button'
import { Confirm } from './confirm'
import { Form, SubmitButton, useIsWaiting } from './form'
import { LeaveGuard } from './leave-guard'
import { useToast } from './toast-queue'

type EntryFormProps<Values, Saved> = {
  form: Pick<RuleForm, 'id' | 'control' | 'setFocus'> & {
    submit: (submission: Submission<Values>) => (event: FormEvent) => Promise<void>
  }
  title: string
  /** The kind of entry, as used in toasts: "Membership Tier". */
  what: string
  isNew: boolean
  save: (values: Values) => Promise<Saved>
  /** The message if saving fails and the server gives no reason. */
  failure: string
  onSaved: (saved: Saved) => void
  onCancel: () => void
  /** Replaces what is in the form, after someone else has changed the stored entry. */
  onLoadCurrent: () => Promise<unknown>
  /** The fields. */
  children: ReactNode
  /** A preview of the entry. */
  preview: ReactNode
}

/** The form of one entry, shown above its list. It asks before unsaved text is discarded. */
export function EntryForm<Values, Saved>(props: EntryFormProps<Values, Saved>) {
  const { form, title, what, isNew, save, failure, onSaved, onCancel, onLoadCurrent, children, preview } = props
  const toast = useToast()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isDiscarding, setDiscarding] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  const isWaiting = useIsWaiting(form)
  const isUnsaved = isDirty && !isSaved && !isWaiting
  const refused = isNew ? 'Creation Failed' : 'Update Failed'

  useEffect(() => heading.current?.focus(), [])

  const submit = form.submit({
    send: async (values) => {
      const saved = await save(values)
      toast({ title: isNew ? `${what} Created` : `${what} Updated` })
      setSaved(true)
      onSaved(saved)
    },
    failed: (error) => {
      const message = messageOf(error, failure)
      if (!isOutdated(error) && !isWaitingForAdmin(error))
        toast({ title: refused, description: message, destructive: true })
      return message
    },
  })

  return (
    <section aria-labelledby={headingId} className="mb-10 border-base-content border-t-2 pt-6">
      <h2 id={headingId} ref={heading} tabIndex={-1} className="display-3">
        {title}
      </h2>
      <Form
        form={form}
        onSubmit={submit}
        refusalTitle={refused}
        onLoadCurrent={onLoadCurrent}
        closesOnSuccess
        className="mt-5 *:[[role=alert]]:mb-5"
        buttons={
          <div className="my-6 flex flex-wrap gap-3">
            {!isWaiting && (
              <SubmitButton form={form} busyLabel="Saving…">
                {isNew ? 'Create' : 'Save changes'}
              </SubmitButton>
            )}
            <Button tone="outline" busy={isSubmitting} onClick={() => (isUnsaved ? setDiscarding(true) : onCancel())}>
              {isWaiting ? 'Close' : 'Cancel'}
            </Button>
          </div>
        }
      >
        {children}
      </Form>
      {preview}
      <LeaveGuard dirty={isUnsaved} />
      <Confirm
        open={isDiscarding}
        title="Discard your changes?"
        confirmLabel="Discard"
        onConfirm={onCancel}
        onClose={() => setDiscarding(false)}
      >
        <p>Your changes have not been saved.</p>
      </Confirm>
    </section>
  )
}

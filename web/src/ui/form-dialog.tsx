import { type ReactNode, useId } from 'react'
import { messageOf } from '@/lib/api-error'
import type { FormValues, InitialValues } from '@/lib/form-schema'
import type { FieldRule } from '@/lib/generated'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { useClosing } from '@/lib/use-closing'
import { Dialog } from './dialog'
import { DialogForm } from './form'
import { useToast } from './toast-queue'

type FormDialogProps<Rules extends readonly FieldRule[]> = {
  title: string
  /** The name of the form, if two subjects on one page can have the same title. */
  name?: string
  rules: Rules
  initial?: InitialValues<Rules>
  send: (values: FormValues<Rules>) => Promise<unknown>
  /** The toast after success. */
  done: string
  /** The label of the button, a verb. */
  submitLabel: string
  /** The label of the other button, if “Cancel” could be mistaken for the action. */
  cancelLabel?: string
  /** The action destroys something, so the button is red. */
  isDestructive?: boolean
  /** The heading above the server's message on failure. */
  refusalTitle?: string
  fields: (form: RuleForm<Rules[number]['name']>) => ReactNode
  /** The effect of the action. */
  children: ReactNode
  onClose: () => void
}

/** A dialog for one change: its effect, its fields and a button. It closes after success. */
export function FormDialog<const Rules extends readonly FieldRule[]>(props: FormDialogProps<Rules>) {
  const {
    title,
    name = title,
    rules,
    initial,
    send,
    done,
    submitLabel,
    cancelLabel,
    isDestructive,
    refusalTitle = 'Nothing was changed',
    fields,
    children,
    onClose,
  } = props
  const toast = useToast()
  const { isClosed, close } = useClosing(onClose)
  const form = useRuleForm(useId(), rules, { name, initial })
  const submit = form.submit({
    send: async (values) => {
      await send(values)
      // The dialog may have been closed while it was sent. onClose could then close another one.
      if (!isClosed.current) onClose()
      toast({ title: done })
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Dialog open title={title} onClose={close}>
      <DialogForm
        form={form}
        onSubmit={submit}
        intro={<div className="text-quiet">{children}</div>}
        refusalTitle={refusalTitle}
        submitLabel={submitLabel}
        cancelLabel={cancelLabel}
        isDestructive={isDestructive}
        onClose={close}
      >
        {fields(form)}
      </DialogForm>
    </Dialog>
  )
}

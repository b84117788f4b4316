import { type ReactNode, useId } from 'react'
import { messageOf } from '@/lib/api-error'
import type { FormValues } from '@/lib/form-schema'
import type { FieldRule } from '@/lib/generated'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { Button } from './button'
import { Dialog } from './dialog'
import { FormProblem } from './form-problem'
import { ProofFields, withCode } from './proof-fields'
import { SubmitButton } from './submit-button'

type ProofDialogProps<Rules extends readonly FieldRule[]> = {
  /** Names the thing: “Deactivate kavita?” */
  title: string
  /** What happens then. */
  children: ReactNode
  /** The proof, "password" and "code", and what else is asked. */
  rules: Rules
  /** The fields that stand before the proof. */
  fields?: (form: RuleForm<Rules[number]['name']>) => ReactNode
  /** Whether the admin's own account has two-step sign-in. */
  asksCode: boolean
  /** The verb on the button. */
  action: string
  /** Nothing is destroyed or given away: the button is not red. */
  harmless?: boolean
  /** What stands over the reason when it came to nothing. */
  refused?: string
  send: (values: FormValues<Rules>) => Promise<unknown>
  onSent: () => void
  onClose: () => void
}

/**
 * Says what an act does, and asks the admin to prove that it is herself before it is done: what
 * gives the house away takes more than an open console. Mounted while it is open.
 */
export function ProofDialog<const Rules extends readonly FieldRule[]>({
  title,
  children,
  rules,
  fields,
  asksCode,
  action,
  harmless = false,
  refused = 'Nothing was changed',
  send,
  onSent,
  onClose,
}: ProofDialogProps<Rules>) {
  const form = useRuleForm(useId(), asksCode ? withCode(rules) : rules)
  const submit = form.submit({
    send: async (values) => {
      await send(values)
      onSent()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Dialog open title={title} onClose={onClose}>
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div className="text-quiet">{children}</div>
        <div role="alert" className="empty:hidden">
          <FormProblem form={form} title={refused} />
        </div>
        {fields?.(form)}
        <ProofFields form={form} asksCode={asksCode} />
        <div className="flex flex-wrap justify-end gap-3">
          {/* Leaving a field would check it, and its sentence would move the button from under the pointer. */}
          <Button tone="outline" onMouseDown={(event) => event.preventDefault()} onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={form} busyLabel="One moment…" tone={harmless ? 'primary' : 'danger'}>
            {action}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

import { messageOf } from '@/lib/api-error'
import { type AdminAccount, resetFactorForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Dialog } from '@/ui/dialog'
import { FormProblem } from '@/ui/form-problem'
import { CancelButton, ProofFields, withCode } from '@/ui/proof-fields'
import { SubmitButton } from '@/ui/submit-button'
import { useToast } from '@/ui/toast-queue'
import { stepWords } from './admin-steps'
import { resetSecondFactor } from './calls'

type ResetFactorDialogProps = { admin: AdminAccount; asksCode: boolean; onClose: () => void; onReset: () => void }

/** Asks for the own password, and code, before another admin's second factor is taken away. */
export function ResetFactorDialog({ admin, asksCode, onClose, onReset }: ResetFactorDialogProps) {
  const toast = useToast()
  const { title, consequence, label, done } = stepWords['second-factor/reset']
  const form = useRuleForm('reset-factor', resetFactorForm, { across: withCode(asksCode) })
  const submit = form.submit({
    send: async (values) => {
      await resetSecondFactor(admin.id, values)
      toast({ title: 'Done', description: done(admin.username) })
      onReset()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Dialog open title={title(admin.username)} onClose={onClose}>
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-quiet">{consequence}</p>
        <FormProblem form={form} title="Nothing was changed" />
        <ProofFields form={form} asksCode={asksCode} />
        <div className="flex flex-wrap justify-end gap-3">
          <CancelButton onCancel={onClose} />
          <SubmitButton form={form} busyLabel="One moment…" tone="danger">
            {label}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

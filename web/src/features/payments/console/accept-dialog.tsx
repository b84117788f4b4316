import { messageOf } from '@/lib/api-error'
import { acceptForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { RuleField } from '@/ui/rule-field'
import { useAcceptPayment } from './api'

type AcceptDialogProps = {
  transactionId: string
  /** Who has paid. */
  payer: string
  onSent: () => void
  onClose: () => void
}

/** Takes what was paid as the price. */
export function AcceptDialog({ transactionId, payer, onSent, onClose }: AcceptDialogProps) {
  const { mutateAsync } = useAcceptPayment()
  const form = useRuleForm('accept-payment', acceptForm)
  const submit = form.submit({
    send: async (body) => {
      await mutateAsync({ id: transactionId, body })
      onSent()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Dialog open title={`Accept the payment of ${payer}?`} onClose={onClose}>
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-quiet">
          The membership begins as if the amount that was paid were its price. The receipt is made out for that amount.
        </p>
        <div role="alert" className="empty:hidden">
          <FormProblem form={form} title="Nothing was changed" />
        </div>
        <RuleField form={form} name="reason" hint="It stands in the audit log.">
          {(control) => <textarea className="textarea" rows={3} {...control} />}
        </RuleField>
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={form} busyLabel="One moment…">
            Accept the payment
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

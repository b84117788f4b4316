import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { acceptForm, refundForm, type Transaction } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { useAcceptPayment, useRefundPayment } from './api'

type DifferenceProps = { transaction: Transaction; onResolved: () => void }

/** The two ways to end a payment of another amount: it is accepted, or it goes back. */
export function Difference({ transaction, onResolved }: DifferenceProps) {
  const [open, setOpen] = useState<'accept' | 'refund'>()
  const toast = useToast()
  const close = () => setOpen(undefined)
  function sent(title: string) {
    close()
    toast({ title })
    onResolved()
  }
  return (
    <>
      <div className="-ml-2 flex flex-wrap">
        <Button tone="quiet" className="px-2" onClick={() => setOpen('accept')}>
          Accept
        </Button>
        <Button tone="quiet" className="px-2" onClick={() => setOpen('refund')}>
          Refund
        </Button>
      </div>
      {open === 'accept' && (
        <AcceptDialog transaction={transaction} onSent={() => sent('Payment Accepted')} onClose={close} />
      )}
      {open === 'refund' && (
        <RefundDialog transaction={transaction} onSent={() => sent('Refund Requested')} onClose={close} />
      )}
    </>
  )
}

type DialogProps = { transaction: Transaction; onSent: () => void; onClose: () => void }

function nameOf({ customerName, customerEmail }: Transaction): string {
  return customerName || customerEmail || 'N/A'
}

function AcceptDialog({ transaction, onSent, onClose }: DialogProps) {
  const { mutateAsync } = useAcceptPayment()
  const form = useRuleForm('accept-payment', acceptForm)
  const submit = form.submit({
    send: async (body) => {
      await mutateAsync({ id: transaction.id, body })
      onSent()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Dialog open title={`Accept the payment of ${nameOf(transaction)}?`} onClose={onClose}>
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

function RefundDialog({ transaction, onSent, onClose }: DialogProps) {
  const { mutateAsync } = useRefundPayment()
  return (
    <ReauthDialog
      title={`Refund the payment of ${nameOf(transaction)}?`}
      rules={refundForm}
      fields={(form) => (
        <RuleField form={form} name="reason" hint="It stands in the audit log.">
          {(control) => <textarea className="textarea" rows={3} {...control} />}
        </RuleField>
      )}
      asksCode={false}
      action="Refund the payment"
      refused="Nothing was refunded"
      send={(body) => mutateAsync({ id: transaction.id, body })}
      onSent={onSent}
      onClose={onClose}
    >
      <p>The whole of it goes back to where it came from, and no membership begins. The buyer is told.</p>
    </ReauthDialog>
  )
}

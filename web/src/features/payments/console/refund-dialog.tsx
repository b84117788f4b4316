import { requiring } from '@/lib/form-schema'
import { refundForm } from '@/lib/generated'
import { MoneyField, SelectField, TextAreaField } from '@/ui/fields'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useRefundPayment } from './api'

type RefundDialogProps = {
  transactionId: string
  /** The name of the payer. */
  payer: string
  /** The amount that can still be refunded. Without it the payment is of another amount and is refunded in full. */
  left?: string
  /** Whether the payment belongs to a mandate. If so, the admin must say whether it ends. */
  hasMandate?: boolean
  onSent: () => void
  onClose: () => void
}

const mandateOptions = { end: 'End it now', keep: 'Keep it and charge again' }

const withMandate = requiring(refundForm, 'mandate')

/** Requests the full or partial refund of a payment. */
export function RefundDialog({ transactionId, payer, left, hasMandate = false, onSent, onClose }: RefundDialogProps) {
  const { mutateAsync } = useRefundPayment()
  return (
    <ReauthDialog
      title={`Refund the payment of ${payer}?`}
      rules={hasMandate ? withMandate : refundForm}
      fields={(form) => (
        <>
          {left && (
            <MoneyField
              form={form}
              name="amount"
              hint={`At most ${left}. Leave this empty to refund the full amount.`}
            />
          )}
          {hasMandate && <SelectField form={form} name="mandate" label="Automatic renewal" labels={mandateOptions} />}
          <TextAreaField form={form} name="reason" hint="This is recorded in the audit log." rows={3} />
        </>
      )}
      asksCode={false}
      submitLabel="Refund payment"
      refusalTitle="The payment was not refunded"
      send={(body) => mutateAsync({ id: transactionId, body })}
      onSent={onSent}
      onClose={onClose}
    >
      {left ? (
        <p>
          The money is returned to the original payment method within five to seven working days. This cannot be undone.
          Razorpay keeps its fee. We issue a credit note and email the buyer. A full refund ends the membership that was
          paid for.
        </p>
      ) : (
        <p>
          The whole amount is returned to the original payment method, and no membership starts. We email the buyer.
        </p>
      )}
    </ReauthDialog>
  )
}

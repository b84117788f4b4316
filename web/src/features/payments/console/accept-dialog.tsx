import { reasonForm, reauthenticateForm } from '@/lib/generated'
import { TextAreaField } from '@/ui/fields'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useAcceptPayment } from './api'

type AcceptDialogProps = {
  transactionId: string
  /** The name of the payer. */
  payer: string
  onSent: () => void
  onClose: () => void
}

const rules = [...reasonForm, ...reauthenticateForm] as const

/** Accepts the paid amount as the price. */
export function AcceptDialog({ transactionId, payer, onSent, onClose }: AcceptDialogProps) {
  const { mutateAsync } = useAcceptPayment()
  return (
    <ReauthDialog
      title={`Accept the payment of ${payer}?`}
      rules={rules}
      fields={(form) => <TextAreaField form={form} name="reason" hint="This is recorded in the audit log." rows={3} />}
      asksCode={false}
      submitLabel="Accept payment"
      refusalTitle="The payment was not accepted"
      send={(body) => mutateAsync({ id: transactionId, body })}
      onSent={onSent}
      onClose={onClose}
    >
      <p>
        The membership starts, and the receipt is for the amount that was paid. If the membership is worth more than the
        limit for one administrator, a second administrator must confirm this.
      </p>
    </ReauthDialog>
  )
}

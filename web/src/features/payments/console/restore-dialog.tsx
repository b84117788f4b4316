import { reasonForm, reauthenticateForm } from '@/lib/generated'
import { TextAreaField } from '@/ui/fields'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useRestorePurchase } from './api'

type RestoreDialogProps = {
  transactionId: string
  /** The name of the payer. */
  payer: string
  /** What the bank pays again. */
  amount: string
  onSent: () => void
  onClose: () => void
}

const rules = [...reasonForm, ...reauthenticateForm] as const

/** Restores a purchase whose dispute was lost and then won. */
export function RestoreDialog({ transactionId, payer, amount, onSent, onClose }: RestoreDialogProps) {
  const { mutateAsync } = useRestorePurchase()
  return (
    <ReauthDialog
      title={`Restore the purchase of ${payer}?`}
      rules={rules}
      fields={(form) => <TextAreaField form={form} name="reason" hint="This is recorded in the audit log." rows={3} />}
      asksCode={false}
      submitLabel="Restore purchase"
      refusalTitle="The purchase was not restored"
      send={(body) => mutateAsync({ id: transactionId, body })}
      onSent={onSent}
      onClose={onClose}
    >
      <p>
        The bank pays {amount} again. A debit note reverses the credit note and is emailed to the buyer. If the loss has
        ended the membership or the seats of a company, they are valid again until their earlier end. A cancelled
        mandate stays cancelled. If the amount is above the limit for one administrator, a second administrator must
        confirm this.
      </p>
    </ReauthDialog>
  )
}

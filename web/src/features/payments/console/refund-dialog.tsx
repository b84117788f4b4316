import { requiring } from '@/lib/form-schema'
import { date, exactPrice } from '@/lib/formats'
import { refundForm, refundTransferForm } from '@/lib/generated'
import { MoneyField, SelectField, TextAreaField, TextField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { type TransactionDetail, useRecordRefundTransfer, useRefundPayment } from './api'

type Payment = TransactionDetail['payments'][number]

/** Whether a captured payment has bought nothing and was not returned in full. */
export function isUnmatchedPayment({ isSold, amount, refundedAmount }: Payment): boolean {
  return !isSold && Number(refundedAmount) < Number(amount)
}

type RefundDialogProps = {
  transactionId: string
  /** The name of the payer. */
  payer: string
  /** The amount that can still be refunded. Without it the payments have bought nothing and are refunded in full. */
  left?: string
  /** The captured payments of the transaction. If there are several, the admin may refund only one. */
  payments?: readonly Payment[]
  /** Whether the payment belongs to a mandate. If so, the admin must say whether it ends. */
  hasMandate?: boolean
  /** Whether the refund is too late to lower the tax. */
  isTaxReliefOver?: boolean
  onSent: () => void
  onClose: () => void
}

const mandateOptions = { end: 'End it now', keep: 'Keep it and charge again' }

const withMandate = requiring(refundForm, 'mandate')

/** Says that a refund comes too late to lower the tax. */
export function NoTaxRelief() {
  return (
    <Notice tone="warning" title="This does not lower the tax">
      <p>
        30 November after the financial year of the invoice has passed. We issue a credit note without tax, and the tax
        of the invoice stays due.
      </p>
    </Notice>
  )
}

/** Requests the full or partial refund of a payment. */
export function RefundDialog({
  transactionId,
  payer,
  left,
  payments = [],
  hasMandate = false,
  isTaxReliefOver = false,
  onSent,
  onClose,
}: RefundDialogProps) {
  const { mutateAsync } = useRefundPayment()
  const open = payments.filter(({ amount, refundedAmount }) => Number(refundedAmount) < Number(amount))
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
          {open.length > 1 && (
            <RuleField form={form} name="paymentId" label="Payment">
              {(control) => (
                <select className="select" {...control}>
                  <option value="">All payments</option>
                  {open.map(({ paymentId, amount, currency, paidAt }) => (
                    <option key={paymentId} value={paymentId}>
                      {exactPrice(amount, currency)} on {date(paidAt)}, {paymentId}
                    </option>
                  ))}
                </select>
              )}
            </RuleField>
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
      {left && isTaxReliefOver && <NoTaxRelief />}
      {left ? (
        <p>
          The money is returned to the original payment method within five to seven working days. This cannot be undone.
          Razorpay keeps its fee. We issue a credit note and email the buyer. A full refund ends the membership that was
          paid for{hasMandate && ', unless you keep the automatic renewal'}. If the membership continues, the refund
          counts as a gift: above the limit for one administrator, a second administrator must confirm it.
        </p>
      ) : (
        <p>
          The whole amount is returned to the original payment method. The payment has bought nothing, so no membership
          starts or ends. We email the buyer.
        </p>
      )}
    </ReauthDialog>
  )
}

type RefundTransferDialogProps = {
  transactionId: string
  refund: TransactionDetail['refunds'][number]
  onClose: () => void
}

/** Records the bank transfer that replaces a refund that Razorpay has refused. */
export function RefundTransferDialog({ transactionId, refund, onClose }: RefundTransferDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useRecordRefundTransfer()
  return (
    <ReauthDialog
      title={`Record the return of ${exactPrice(refund.amount, refund.currency)} by bank transfer?`}
      rules={refundTransferForm}
      fields={(form) => (
        <>
          <TextField form={form} name="utr" hint="The UTR of the transfer." autoComplete="off" spellCheck={false} />
          <TextField form={form} name="bankDate" type="date" />
        </>
      )}
      asksCode={false}
      submitLabel="Record transfer"
      refusalTitle="The transfer was not recorded"
      send={(body) => mutateAsync({ id: transactionId, refund: refund.id, body })}
      onSent={() => {
        onClose()
        toast({ title: 'Transfer recorded' })
      }}
      onClose={onClose}
    >
      <p>
        Razorpay has refused this refund. First return the money to the payer by bank transfer. We then issue a credit
        note and email the buyer. A full refund ends the membership that was paid for. Do not refund the payment in
        Razorpay’s dashboard as well.
      </p>
    </ReauthDialog>
  )
}

import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { exactPrice } from '@/lib/formats'
import {
  confirmOfflineForm,
  reasonForm,
  reauthenticateForm,
  receiptForm,
  refundOfflineForm,
  returnOfflineForm,
} from '@/lib/generated'
import { receiptLabels } from '@/lib/option-labels'
import type { RuleForm } from '@/lib/rule-form'
import { Confirm } from '@/ui/confirm'
import { MoneyField, SelectField, TextAreaField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Notice } from '@/ui/notice'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useFieldError } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import type { OfflinePayment } from './api'
import {
  useAddReceipt,
  useBounceOffline,
  useCancelOffline,
  useConfirmOffline,
  useDepositOffline,
  useRefundOffline,
  useReturnOffline,
} from './api'

export type OfflineAct = 'receipt' | 'deposit' | 'confirm' | 'refund' | 'bounce' | 'cancel' | 'return'

type OfflineDialogProps = { payment: OfflinePayment; act: OfflineAct; onClose: () => void }

/** The dialog of one step of an offline payment. */
export function OfflineDialog({ payment, act, onClose }: OfflineDialogProps) {
  const name = payment.customerName || payment.customerEmail
  const left = exactPrice(
    (Math.round(Number(payment.due) * 100) - Math.round(Number(payment.received) * 100)) / 100,
    payment.currency,
  )
  const receive = useAddReceipt(payment.id)
  const bounce = useBounceOffline(payment.id)
  const recordReturn = useReturnOffline(payment.id)
  switch (act) {
    case 'receipt':
      return (
        <FormDialog
          title={`Enter a receipt from ${name}`}
          rules={receiptForm}
          send={receive.mutateAsync}
          done="Receipt Entered"
          submitLabel="Enter receipt"
          onClose={onClose}
          fields={(form) => <ReceiptFields form={form} />}
        >
          {left} is due. The receipt counts when it is confirmed.
        </FormDialog>
      )
    case 'deposit':
      return <Deposit payment={payment} onClose={onClose} />
    case 'confirm':
      return <ConfirmDialog payment={payment} onClose={onClose} />
    case 'refund':
      return <RefundPartDialog payment={payment} onClose={onClose} />
    case 'bounce':
      return (
        <FormDialog
          title={`Record that the payment of ${name} bounced`}
          rules={reasonForm}
          send={bounce.mutateAsync}
          done="Bounce Recorded"
          submitLabel="Record bounce"
          isDestructive
          onClose={onClose}
          fields={(form) => <ReasonField form={form} />}
        >
          {payment.state === 'cleared' || payment.state === 'part-paid'
            ? `This cancels the whole payment: ${whatOf(payment)}, we issue a credit note, and you must return the amounts of the other receipts. We email the buyer.`
            : 'This receipt no longer counts. We email the buyer.'}
        </FormDialog>
      )
    case 'cancel':
      return <CancelDialog payment={payment} onClose={onClose} />
    case 'return':
      return (
        <FormDialog
          title={`Record a return to ${name}`}
          rules={returnOfflineForm}
          send={recordReturn.mutateAsync}
          done="Return Recorded"
          submitLabel="Record return"
          onClose={onClose}
          fields={(form) => (
            <>
              <TextField
                form={form}
                name="utr"
                hint="The UTR of the transfer to the payer."
                autoComplete="off"
                spellCheck={false}
              />
              <BankDate form={form} />
            </>
          )}
        >
          {exactPrice(payment.amountToReturn, payment.currency)} is to be returned. Record here when it was returned.
        </FormDialog>
      )
  }
}

/** The details of a received payment or of a cheque. */
export function ReceiptFields({
  form,
}: {
  form: RuleForm<'mode' | 'utr' | 'bankDate' | 'amount' | 'tds' | 'payer' | 'isCashConfirmed'>
}) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField form={form} name="mode" labels={receiptLabels.mode} />
      <TextField
        form={form}
        name="utr"
        hint="Not needed for cash or if you enter only TDS."
        autoComplete="off"
        spellCheck={false}
      />
      <MoneyField form={form} name="amount" hint="In rupees, as received. Enter 0 if you enter only TDS." />
      <MoneyField form={form} name="tds" hint="In rupees, if the payer has deducted tax from this part." />
      <BankDate form={form} />
      <TextField form={form} name="payer" hint="If it is not the member." autoComplete="off" />
      <CashWarning form={form} />
    </div>
  )
}

// The warning about a large sum of cash, which the server adds up, and the box that confirms it.
function CashWarning({ form }: { form: RuleForm<'isCashConfirmed'> }) {
  const id = useId()
  const error = useFieldError(form, 'isCashConfirmed')
  const isConfirmed = useWatch({ control: form.control, name: 'isCashConfirmed' }) === true
  const [warning, setWarning] = useState('')
  if (error && error !== warning) setWarning(error)
  if (!warning) return null
  return (
    <div className="sm:col-span-2">
      <Notice tone="warning" title="A large cash payment">
        <p>{warning}</p>
        <label htmlFor={id} className="mt-2 flex min-h-11 items-center gap-3">
          <input
            id={id}
            type="checkbox"
            className="checkbox"
            checked={isConfirmed}
            onChange={(event) => form.setValue('isCashConfirmed', event.target.checked, { shouldValidate: true })}
          />
          <span className="font-medium">{form.rule('isCashConfirmed').label}</span>
        </label>
      </Notice>
    </div>
  )
}

function BankDate({ form }: { form: RuleForm<'bankDate'> }) {
  return <TextField form={form} name="bankDate" type="date" />
}

function ReasonField({ form }: { form: RuleForm<'reason'> }) {
  return <TextAreaField form={form} name="reason" hint="It is shown with the payment and in the audit log." rows={3} />
}

function Deposit({ payment, onClose }: { payment: OfflinePayment; onClose: () => void }) {
  const report = useReport()
  const { mutateAsync, isPending } = useDepositOffline(payment.id)
  async function act() {
    await report(mutateAsync(), {
      done: () => ({ title: 'Deposit Recorded' }),
      failed: 'Update Failed',
      fallback: 'Nothing was changed.',
    })
    onClose()
  }
  return (
    <Confirm
      open
      title={`Record the deposit of the cheque of ${payment.customerName || payment.customerEmail}`}
      confirmLabel="Record deposit"
      isDestructive={false}
      busy={isPending}
      onConfirm={act}
      onClose={onClose}
    >
      <p>You can confirm the payment when the bank has credited it.</p>
    </Confirm>
  )
}

function ConfirmDialog({ payment, onClose }: { payment: OfflinePayment; onClose: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useConfirmOffline(payment.id)
  return (
    <ReauthDialog
      title={`Confirm the payment of ${payment.customerName || payment.customerEmail}?`}
      rules={confirmOfflineForm}
      fields={(form) => (
        <>
          <TextField form={form} name="bankDate" hint="Only if it differs from what was entered." type="date" />
          <CashWarning form={form} />
        </>
      )}
      asksCode={false}
      submitLabel="Confirm payment"
      isDestructive={false}
      refusalTitle="The payment was not confirmed"
      send={(body) => mutateAsync(body)}
      onSent={() => {
        onClose()
        toast({ title: 'Payment Confirmed' })
      }}
      onClose={onClose}
    >
      <p>
        Only confirm what the bank statement shows. We issue the invoice for the full amount with the first part, and{' '}
        {payment.seats > 0 ? 'the seats can be assigned' : 'the membership starts'} when the full amount has arrived.
      </p>
      {payment.closedMonth && (
        <div className="mt-4">
          <Notice tone="warning" title={`The books of ${payment.closedMonth} are closed`}>
            <p>
              The bank’s date is in {payment.closedMonth}, whose return is filed. The tax is reported in the first open
              month. Please tell the accountant, because the return may have to be amended and interest may be due.
            </p>
          </Notice>
        </div>
      )}
    </ReauthDialog>
  )
}

const cancelRules = [...reasonForm, ...reauthenticateForm] as const

function CancelDialog({ payment, onClose }: { payment: OfflinePayment; onClose: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useCancelOffline(payment.id)
  return (
    <ReauthDialog
      title={`Cancel the purchase of ${payment.customerName || payment.customerEmail}?`}
      rules={cancelRules}
      fields={(form) => <ReasonField form={form} />}
      asksCode={false}
      submitLabel="Cancel purchase"
      refusalTitle="The purchase was not cancelled"
      send={(body) => mutateAsync(body)}
      onSent={() => {
        onClose()
        toast({ title: 'Purchase Cancelled' })
      }}
      onClose={onClose}
    >
      <p>
        {Number(payment.received) > 0
          ? `We issue a credit note, ${whatOf(payment)}, and you must return the money that was received.`
          : 'Nothing has been received for it yet.'}{' '}
        We email the buyer.
      </p>
    </ReauthDialog>
  )
}

// The effect on the purchase when a payment ends.
const whatOf = ({ seats }: OfflinePayment) => (seats > 0 ? 'its seats end' : 'its membership ends')

function RefundPartDialog({ payment, onClose }: { payment: OfflinePayment; onClose: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useRefundOffline(payment.id)
  return (
    <ReauthDialog
      title={`Refund part of the payment of ${payment.customerName || payment.customerEmail}?`}
      rules={refundOfflineForm}
      fields={(form) => (
        <>
          <MoneyField form={form} name="amount" hint="In rupees, GST included." />
          <ReasonField form={form} />
        </>
      )}
      asksCode={false}
      submitLabel="Refund this part"
      refusalTitle="The payment was not refunded"
      send={(body) => mutateAsync(body)}
      onSent={() => {
        onClose()
        toast({ title: 'Refund Recorded' })
      }}
      onClose={onClose}
    >
      <p>
        We issue and email a credit note for this amount, and{' '}
        {payment.seats > 0 ? 'the seats continue' : 'the membership continues'}. Return the money by bank transfer and
        record the return here.
      </p>
    </ReauthDialog>
  )
}

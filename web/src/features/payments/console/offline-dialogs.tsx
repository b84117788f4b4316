import type { ReactNode } from 'react'
import { exactPrice } from '@/lib/formats'
import {
  bounceForm,
  cancelOfflineForm,
  confirmOfflineForm,
  type FieldRule,
  type OfflinePayment,
  receiptForm,
  returnOfflineForm,
} from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { Confirm } from '@/ui/confirm'
import { FormDialog } from '@/ui/form-dialog'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { RuleField, RuleSelect } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import { useChangeOffline } from './api'

export type OfflineAct = 'receipt' | 'deposit' | 'confirm' | 'bounce' | 'cancel' | 'return'

type OfflineDialogProps = { payment: OfflinePayment; act: OfflineAct; onClose: () => void }

/** The dialog of one step of an offline payment. */
export function OfflineDialog({ payment, act, onClose }: OfflineDialogProps) {
  const name = payment.customerName || payment.customerEmail
  const left = exactPrice(
    (Math.round(Number(payment.due) * 100) - Math.round(Number(payment.received) * 100)) / 100,
    payment.currency,
  )
  switch (act) {
    case 'receipt':
      return (
        <StepDialog
          title={`A receipt from ${name}`}
          rules={receiptForm}
          step={`${payment.id}/receipts`}
          done="Receipt Entered"
          action="Enter the receipt"
          onClose={onClose}
          fields={(form) => <ReceiptFields form={form} />}
        >
          {left} is due. It counts once it is confirmed.
        </StepDialog>
      )
    case 'deposit':
      return <Deposit payment={payment} onClose={onClose} />
    case 'confirm':
      return <ConfirmDialog payment={payment} onClose={onClose} />
    case 'bounce':
      return (
        <StepDialog
          title={`The payment of ${name} has bounced`}
          rules={bounceForm}
          step={`${payment.id}/bounce`}
          done="Bounce Noted"
          action="It has bounced"
          isGrave
          onClose={onClose}
          fields={(form) => <ReasonField form={form} />}
        >
          {payment.state === 'cleared' || payment.state === 'part-paid'
            ? 'The whole payment ends: its membership is taken back, a credit note is issued, and what came by other receipts is to be returned. They are told by email.'
            : 'This receipt counts no more. They are told by email.'}
        </StepDialog>
      )
    case 'cancel':
      return <CancelDialog payment={payment} onClose={onClose} />
    case 'return':
      return (
        <StepDialog
          title={`Returned to ${name}`}
          rules={returnOfflineForm}
          step={`${payment.id}/returned`}
          done="Return Noted"
          action="It has been returned"
          onClose={onClose}
          fields={(form) => (
            <>
              <RuleField form={form} name="utr" hint="Of the transfer back.">
                {(control) => <input className="input" autoComplete="off" spellCheck={false} {...control} />}
              </RuleField>
              <BankDate form={form} />
            </>
          )}
        >
          {exactPrice(payment.toReturn, payment.currency)} was received for a purchase that does not stand. Note here
          when it went back.
        </StepDialog>
      )
  }
}

const modes = { neft: 'NEFT', upi: 'UPI', cheque: 'Cheque', cash: 'Cash' }

/** What is known of money that has come, or of a cheque. */
export function ReceiptFields({ form }: { form: RuleForm<'mode' | 'utr' | 'bankDate' | 'amount' | 'tds' | 'payer'> }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <RuleSelect form={form} name="mode" labels={modes} />
      <RuleField form={form} name="utr" hint="Not needed for cash.">
        {(control) => <input className="input" autoComplete="off" spellCheck={false} {...control} />}
      </RuleField>
      <RuleField form={form} name="amount" hint="In rupees, as it came.">
        {(control) => <input className="input tabular-nums" inputMode="decimal" autoComplete="off" {...control} />}
      </RuleField>
      <RuleField form={form} name="tds" hint="In rupees, if the payer has held tax back.">
        {(control) => <input className="input tabular-nums" inputMode="decimal" autoComplete="off" {...control} />}
      </RuleField>
      <BankDate form={form} />
      <RuleField form={form} name="payer" hint="If it is not the member.">
        {(control) => <input className="input" autoComplete="off" {...control} />}
      </RuleField>
    </div>
  )
}

function BankDate({ form }: { form: RuleForm<'bankDate'> }) {
  return (
    <RuleField form={form} name="bankDate">
      {(control) => <input type="date" className="input tabular-nums" {...control} />}
    </RuleField>
  )
}

function ReasonField({ form }: { form: RuleForm<'reason'> }) {
  return (
    <RuleField form={form} name="reason" hint="It stands with the payment and in the audit log.">
      {(control) => <textarea className="textarea" rows={3} {...control} />}
    </RuleField>
  )
}

function Deposit({ payment, onClose }: { payment: OfflinePayment; onClose: () => void }) {
  const report = useReport()
  const { mutateAsync, isPending } = useChangeOffline()
  async function act() {
    await report(mutateAsync({ step: `${payment.id}/deposit`, body: {} }), {
      done: () => ({ title: 'Deposit Noted' }),
      failed: 'Update Failed',
      fallback: 'Nothing was changed.',
    })
    onClose()
  }
  return (
    <Confirm
      open
      title={`The cheque of ${payment.customerName || payment.customerEmail} is at the bank`}
      action="It is deposited"
      harmless
      busy={isPending}
      onConfirm={act}
      onClose={onClose}
    >
      <p>It can be confirmed when the bank has credited it.</p>
    </Confirm>
  )
}

function ConfirmDialog({ payment, onClose }: { payment: OfflinePayment; onClose: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useChangeOffline()
  return (
    <ReauthDialog
      title={`Confirm the payment of ${payment.customerName || payment.customerEmail}?`}
      rules={confirmOfflineForm}
      fields={(form) => (
        <RuleField form={form} name="bankDate" hint="If it is another than was entered.">
          {(control) => <input type="date" className="input tabular-nums" {...control} />}
        </RuleField>
      )}
      asksCode={false}
      action="The money is there"
      harmless
      refused="Nothing was confirmed"
      send={(body) => mutateAsync({ step: `${payment.id}/confirm`, body })}
      onSent={() => {
        onClose()
        toast({ title: 'Payment Confirmed' })
      }}
      onClose={onClose}
    >
      <p>
        Say this only when the bank’s statement shows it. The first part brings the invoice over the whole; all of it
        begins the membership.
      </p>
    </ReauthDialog>
  )
}

function CancelDialog({ payment, onClose }: { payment: OfflinePayment; onClose: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useChangeOffline()
  return (
    <ReauthDialog
      title={`Cancel the purchase of ${payment.customerName || payment.customerEmail}?`}
      rules={cancelOfflineForm}
      fields={(form) => <ReasonField form={form} />}
      asksCode={false}
      action="Cancel the purchase"
      refused="Nothing was cancelled"
      send={(body) => mutateAsync({ step: `${payment.id}/cancel`, body })}
      onSent={() => {
        onClose()
        toast({ title: 'Purchase Cancelled' })
      }}
      onClose={onClose}
    >
      <p>
        {Number(payment.received) > 0
          ? 'A credit note is issued, its membership ends, and what was received is to be returned.'
          : 'Nothing was received for it yet.'}{' '}
        They are told by email.
      </p>
    </ReauthDialog>
  )
}

type StepDialogProps<Rules extends readonly FieldRule[]> = {
  title: string
  rules: Rules
  step: string
  done: string
  action: string
  isGrave?: boolean
  fields: (form: RuleForm<Rules[number]['name']>) => ReactNode
  children: ReactNode
  onClose: () => void
}

/** A dialog of one step: what it does, and its fields. */
function StepDialog<const Rules extends readonly FieldRule[]>({ step, ...rest }: StepDialogProps<Rules>) {
  const { mutateAsync } = useChangeOffline()
  return <FormDialog {...rest} send={(body) => mutateAsync({ step, body })} />
}

import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { date, exactPrice } from '@/lib/formats'
import {
  bounceOfflineForm,
  confirmOfflineForm,
  reasonForm,
  reauthenticateForm,
  receiptForm,
  refundOfflineForm,
  returnOfflineForm,
  writeOffOfflineForm,
} from '@/lib/generated'
import { receiptLabels } from '@/lib/option-labels'
import type { RuleForm } from '@/lib/rule-form'
import { Confirm } from '@/ui/confirm'
import { MoneyField, SelectField, TextAreaField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Notice } from '@/ui/notice'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { RuleField, useFieldError } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import type { OfflinePayment, OfflineReturn } from './api'
import {
  useAddReceipt,
  useBounceOffline,
  useCancelOffline,
  useConfirmOffline,
  useDepositOffline,
  useRefundOffline,
  useReturnOffline,
  useWriteOffOffline,
} from './api'
import { NoTaxRelief } from './refund-dialog'

/** Why an amount has to be returned. */
export const returnLabels: Readonly<Record<OfflineReturn['kind'], string>> = {
  overpaid: 'Paid too much',
  refund: 'Refund of a part',
  ended: 'Purchase ended',
  claim: 'Owed by the payer',
}

export type OfflineAct = OfflinePayment['nextSteps'][number]

type OfflineDialogProps = { payment: OfflinePayment; act: OfflineAct; onClose: () => void }

/** The dialog of one step of an offline payment. */
export function OfflineDialog({ payment, act, onClose }: OfflineDialogProps) {
  const name = payment.customerName || payment.customerEmail
  const left = exactPrice(payment.left, payment.currency)
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
          done="Receipt entered"
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
    case 'write-off':
      return <WriteOffDialog payment={payment} onClose={onClose} />
    case 'write-off-claim':
      return <WriteOffClaimDialog payment={payment} onClose={onClose} />
    case 'refund':
      return <RefundPartDialog payment={payment} onClose={onClose} />
    case 'bounce':
      return (
        <FormDialog
          title={`Record that the payment of ${name} bounced`}
          rules={bounceOfflineForm}
          send={bounce.mutateAsync}
          done="Bounce recorded"
          submitLabel="Record bounce"
          isDestructive
          onClose={onClose}
          fields={(form) => (
            <>
              <BouncedReceipt form={form} payment={payment} />
              <ReasonField form={form} />
            </>
          )}
        >
          {payment.isTaxReliefOver && <NoTaxRelief />}
          <p>
            {bounceText(payment)} {partsText(payment)}
          </p>
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
          done="Return recorded"
          submitLabel="Record return"
          onClose={onClose}
          fields={(form) => (
            <>
              <ReturnChoice form={form} payment={payment} />
              <TextField form={form} name="utr" hint="The UTR of the transfer." autoComplete="off" spellCheck={false} />
              <BankDate form={form} />
            </>
          )}
        >
          {openReturns(payment).some(({ kind }) => kind === 'claim')
            ? 'Record here the transfer with which the payer has returned the money to us.'
            : `${exactPrice(payment.amountToReturn, payment.currency)} is to be returned. Record here when it was returned.`}
        </FormDialog>
      )
  }
}

/** The details of a received payment or of a cheque. */
export function ReceiptFields({
  form,
}: {
  form: RuleForm<
    | 'mode'
    | 'utr'
    | 'bankDate'
    | 'amount'
    | 'tds'
    | 'tan'
    | 'tdsSection'
    | 'payer'
    | 'isCashConfirmed'
    | 'isExcessConfirmed'
  >
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
      <DeductorFields form={form} />
      <BankDate form={form} />
      <TextField form={form} name="payer" hint="If it is not the member." autoComplete="off" />
      <CashWarning form={form} />
      <ExcessWarning form={form} />
    </div>
  )
}

// Who has deducted the tax, if any was deducted. What was entered stays visible without the amount, so that it can be
// removed.
function DeductorFields({ form }: { form: RuleForm<'tds' | 'tan' | 'tdsSection'> }) {
  const [tds, tan, section] = useWatch({ control: form.control, name: ['tds', 'tan', 'tdsSection'] })
  if (!(Number(tds) > 0 || tan || section)) return null
  return (
    <>
      <TextField
        form={form}
        name="tan"
        hint="We claim the tax with it."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        controlClass="uppercase"
      />
      <TextField
        form={form}
        name="tdsSection"
        hint="As the payer states it, such as 194J or 393(1)."
        autoComplete="off"
        spellCheck={false}
      />
    </>
  )
}

// The warning about a large sum of cash, which the server adds up.
function CashWarning({ form }: { form: RuleForm<'isCashConfirmed'> }) {
  return (
    <ReceiptWarning
      title="A large cash payment"
      error={useFieldError(form, 'isCashConfirmed')}
      label={form.rule('isCashConfirmed').label}
      isConfirmed={useWatch({ control: form.control, name: 'isCashConfirmed' }) === true}
      onConfirm={(is) => form.setValue('isCashConfirmed', is, { shouldValidate: true })}
    />
  )
}

/** The warning about an amount above the price. */
export function ExcessWarning({ form }: { form: RuleForm<'isExcessConfirmed'> }) {
  return (
    <ReceiptWarning
      title="More than is due"
      error={useFieldError(form, 'isExcessConfirmed')}
      label={form.rule('isExcessConfirmed').label}
      isConfirmed={useWatch({ control: form.control, name: 'isExcessConfirmed' }) === true}
      onConfirm={(is) => form.setValue('isExcessConfirmed', is, { shouldValidate: true })}
    />
  )
}

type ReceiptWarningProps = {
  title: string
  /** The warning of the server, or undefined. It stays after the admin has confirmed it. */
  error: string | undefined
  label: string
  isConfirmed: boolean
  onConfirm: (is: boolean) => void
}

// A warning of the server about a receipt, and the box that confirms it.
function ReceiptWarning({ title, error, label, isConfirmed, onConfirm }: ReceiptWarningProps) {
  const id = useId()
  const [warning, setWarning] = useState('')
  if (error && error !== warning) setWarning(error)
  if (!warning) return null
  return (
    <div className="sm:col-span-2">
      <Notice tone="warning" title={title}>
        <p>{warning}</p>
        <label htmlFor={id} className="mt-2 flex min-h-11 items-center gap-3">
          <input
            id={id}
            type="checkbox"
            className="checkbox"
            checked={isConfirmed}
            onChange={(event) => onConfirm(event.target.checked)}
          />
          <span className="font-medium">{label}</span>
        </label>
      </Notice>
    </div>
  )
}

function BankDate({ form }: { form: RuleForm<'bankDate'> }) {
  return <TextField form={form} name="bankDate" type="date" />
}

// The choice of the receipt that bounced. A receipt that is waiting for its confirmation is the only one that can bounce.
function BouncedReceipt({ form, payment }: { form: RuleForm<'receiptId'>; payment: OfflinePayment }) {
  const cleared = payment.receipts.filter(({ state }) => state === 'cleared')
  const isWaiting = payment.receipts.some(({ state }) => state === 'received' || state === 'deposited')
  if (isWaiting || cleared.length < 2) return null
  return (
    <RuleField form={form} name="receiptId">
      {(control) => (
        <select className="select" {...control}>
          <option value="">Please choose</option>
          {cleared.map(({ id, mode, utr, amount, tds, bankDate }) => (
            <option key={id} value={id}>
              {Number(amount) > 0
                ? `${receiptLabels.mode[mode]} ${utr}, ${exactPrice(amount, payment.currency)}, ${date(bankDate)}`
                : `TDS ${utr}, ${exactPrice(tds, payment.currency)}, ${date(bankDate)}`}
            </option>
          ))}
        </select>
      )}
    </RuleField>
  )
}

// The amounts of a payment that were not returned yet.
const openReturns = ({ returns }: OfflinePayment) => returns.filter(({ state }) => state === 'open')

// The choice of what was returned, if there are several amounts. One transfer may return all that we owe.
function ReturnChoice({ form, payment }: { form: RuleForm<'returnId'>; payment: OfflinePayment }) {
  const open = openReturns(payment)
  if (open.length < 2) return null
  return (
    <RuleField form={form} name="returnId">
      {(control) => (
        <select className="select" {...control}>
          <option value="">All that we owe: {exactPrice(payment.amountToReturn, payment.currency)}</option>
          {open.map(({ id, kind, amount }) => (
            <option key={id} value={id}>
              {returnLabels[kind]}: {exactPrice(amount, payment.currency)}
            </option>
          ))}
        </select>
      )}
    </RuleField>
  )
}

function ReasonField({ form }: { form: RuleForm<'reason'> }) {
  return <TextAreaField form={form} name="reason" hint="It is shown with the payment and in the audit log." rows={3} />
}

function Deposit({ payment, onClose }: { payment: OfflinePayment; onClose: () => void }) {
  const report = useReport()
  const { mutateAsync, isPending } = useDepositOffline(payment.id)
  async function act() {
    await report(mutateAsync(), {
      done: () => ({ title: 'Deposit recorded' }),
      failed: 'The deposit was not recorded',
      fallback: 'Please try again.',
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
      <p>You can confirm the payment when the bank has credited it. {partsText(payment)}</p>
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
        toast({ title: 'Payment confirmed' })
      }}
      onClose={onClose}
    >
      <p>
        Only confirm what the bank statement shows. We issue the invoice for the full amount with the first part, and{' '}
        {payment.seats > 0 ? 'the seats can be assigned' : 'the membership starts'} when the full amount has arrived.{' '}
        {partsText(payment)}
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
        toast({ title: 'Purchase cancelled' })
      }}
      onClose={onClose}
    >
      {payment.isTaxReliefOver && <NoTaxRelief />}
      <p>
        {Number(payment.received) > 0
          ? `We issue a credit note, ${whatOf(payment)}, and you must return the money that was received.`
          : 'Nothing has been received for it yet.'}{' '}
        We email the buyer.
      </p>
    </ReauthDialog>
  )
}

/** Says that the parts of a divided transfer are deposited, confirmed and bounced together. */
export function partsText({ receipts, currency }: OfflinePayment): string {
  const part = receipts.find(({ transferAmount, state }) => Number(transferAmount) > 0 && state !== 'bounced')
  if (!part) return ''
  const transfer = `${receiptLabels.mode[part.mode]} ${part.utr}`
  return `${transfer} over ${exactPrice(part.transferAmount, currency)} pays several payments. This applies to all its parts.`
}

function bounceText(payment: OfflinePayment): string {
  switch (payment.state) {
    case 'cleared':
    case 'part-paid':
      return `This cancels the whole payment: ${whatOf(payment)}, we issue a credit note, and you must return the amounts of the other receipts. We email the buyer.`
    case 'bounced':
    case 'cancelled':
      return 'The bank has taken this money back, so it is no longer to be returned. If it was returned, the payer owes it to us.'
    default:
      return 'This receipt no longer counts. We email the buyer.'
  }
}

// The effect on the purchase when a payment ends.
const whatOf = ({ seats }: OfflinePayment) => (seats > 0 ? 'its seats end' : 'its membership ends')

function WriteOffDialog({ payment, onClose }: { payment: OfflinePayment; onClose: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useWriteOffOffline(payment.id)
  return (
    <ReauthDialog
      title={`Write off ${exactPrice(payment.left, payment.currency)} of ${payment.customerName || payment.customerEmail}?`}
      rules={writeOffOfflineForm}
      fields={(form) => <ReasonField form={form} />}
      asksCode={false}
      submitLabel="Write off"
      refusalTitle="Nothing was written off"
      send={(body) => mutateAsync(body)}
      onSent={() => {
        onClose()
        toast({ title: 'The rest was written off' })
      }}
      onClose={onClose}
    >
      <p>
        The purchase is then paid in full, and{' '}
        {payment.seats > 0 ? 'the seats can be assigned' : 'the membership starts'}. The invoice stays over the full
        amount, and so does its tax.
      </p>
    </ReauthDialog>
  )
}

/** The money that the payer has to return and has not returned yet. */
const openClaim = (payment: OfflinePayment) => openReturns(payment).find(({ kind }) => kind === 'claim')

function WriteOffClaimDialog({ payment, onClose }: { payment: OfflinePayment; onClose: () => void }) {
  const toast = useToast()
  const { mutateAsync } = useWriteOffOffline(payment.id)
  const claim = openClaim(payment)
  return (
    <ReauthDialog
      title={`Write off what ${payment.customerName || payment.customerEmail} owes us?`}
      rules={writeOffOfflineForm}
      fields={(form) => <ReasonField form={form} />}
      asksCode={false}
      submitLabel="Write off"
      refusalTitle="Nothing was written off"
      send={(body) => mutateAsync({ ...body, returnId: claim?.id ?? '' })}
      onSent={() => {
        onClose()
        toast({ title: 'The amount that is owed was written off' })
      }}
      onClose={onClose}
    >
      <p>
        The payer has to return {exactPrice(claim?.amount ?? '0', payment.currency)}, because a receipt bounced after
        its money had been returned. If you write this off, the payer no longer owes it to us. If the amount is above
        the limit for one administrator, a second administrator must confirm this.
      </p>
    </ReauthDialog>
  )
}

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
        toast({ title: 'Refund recorded' })
      }}
      onClose={onClose}
    >
      {payment.isTaxReliefOver && <NoTaxRelief />}
      <p>
        We issue and email a credit note for this amount, and{' '}
        {payment.seats > 0 ? 'the seats continue' : 'the membership continues'}. Return the money by bank transfer and
        record the return here. The refund counts as a gift: above the limit for one administrator, a second
        administrator must confirm it.
      </p>
    </ReauthDialog>
  )
}

import { useFormState } from 'react-hook-form'
import { exactPrice } from '@/lib/formats'
import { transferForm } from '@/lib/generated'
import { receiptLabels } from '@/lib/option-labels'
import type { RuleForm } from '@/lib/rule-form'
import { Field } from '@/ui/field'
import { MoneyField, SelectField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { RowsField } from '@/ui/rows-field'
import { fieldId } from '@/ui/rule-field'
import { type OfflinePayment, useEnterTransfer, usePayablePayments } from './api'
import { ExcessWarning } from './offline-dialogs'

/** Enters one transfer or cheque that pays several offline payments. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useEnterTransfer()
  const { data: payments = [] } = usePayablePayments()
  return (
    <FormDialog
      title="Divide a transfer"
      rules={transferForm}
      send={mutateAsync}
      done="Transfer entered"
      submitLabel="Enter transfer"
      refusalTitle="The transfer was not saved"
      onClose={onClose}
      fields={(form) => <TransferFields form={form} payments={payments} />}
    >
      Enter a transfer or a cheque that pays several offline payments once, and divide it. The parts are confirmed
      together.
    </FormDialog>
  )
}

type TransferFieldsProps = {
  form: RuleForm<(typeof transferForm)[number]['name']>
  /** The payments that wait for money. */
  payments: readonly OfflinePayment[]
}

/** The transfer and its parts. */
export function TransferFields({ form, payments }: TransferFieldsProps) {
  const { neft, upi, cheque } = receiptLabels.mode
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField form={form} name="mode" labels={{ neft, upi, cheque }} />
        <TextField form={form} name="utr" autoComplete="off" spellCheck={false} />
        <MoneyField form={form} name="amount" hint="In rupees, as on the bank statement." />
        <TextField form={form} name="bankDate" type="date" />
        <TextField form={form} name="payer" hint="If it is not the member." autoComplete="off" />
      </div>
      <RowsField
        form={form}
        name="parts"
        row="part"
        without="offlinePaymentId"
        hints={{ amount: 'In rupees.', tds: 'In rupees, if the payer has deducted tax.' }}
      >
        {(index) => <PaymentChoice form={form} index={index} payments={payments} />}
      </RowsField>
      <ExcessWarning form={form} />
    </>
  )
}

function PaymentChoice({ form, index, payments }: TransferFieldsProps & { index: number }) {
  const name = `parts.${index}.offlinePaymentId`
  const { error } = form.getFieldState(name, useFormState({ control: form.control, name }))
  return (
    <Field id={fieldId(form, name)} label="Payment" required error={error?.message}>
      {(control) => (
        <select className="select" {...control} {...form.register(name)}>
          <option value="">Please choose</option>
          {payments.map(({ id, customerName, customerEmail, tierName, left, currency }) => (
            <option key={id} value={id}>
              {customerName || customerEmail}, {tierName}, {exactPrice(left, currency)} due
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

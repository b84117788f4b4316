import { billingForm } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { FormDialog } from '@/ui/form-dialog'
import { type BillingValues, billingOf, emptyBilling, withBillingFields } from '../billing'
import { BillingFields } from '../billing-fields'
import { officeBilling } from '../billing-text'
import { type TransactionDetail, useEnterBilling } from './api'

type BillingDialogProps = { transaction: TransactionDetail; payer: string; onClose: () => void }

/** Enters the billing details for which the tax invoice of a payment waits. */
export function BillingDialog({ transaction, payer, onClose }: BillingDialogProps) {
  const { mutateAsync } = useEnterBilling()
  return (
    <FormDialog
      title={`Enter the billing details of ${payer}`}
      rules={billingForm}
      initial={transaction.billing ?? emptyBilling}
      send={(values) =>
        mutateAsync({ id: transaction.id, body: billingOf(values) }).catch((error) =>
          Promise.reject(withBillingFields(error)),
        )
      }
      done="Billing details saved"
      submitLabel="Save billing details"
      fields={(form: RuleForm<keyof BillingValues>) => <BillingFields form={form} text={officeBilling} asksAddress />}
      onClose={onClose}
    >
      <p>
        The tax depends on the state. We issue the tax invoices that wait for it, and email them to the buyer. The
        details are also saved for the next invoices of the member.
      </p>
    </FormDialog>
  )
}

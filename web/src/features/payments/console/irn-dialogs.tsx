import { billingForm, cancelIRNForm, correctIRNForm } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { SelectField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useToast } from '@/ui/toast-queue'
import { billingOf, emptyBilling, withBillingFields } from '../billing'
import { BillingFields } from '../billing-fields'
import { officeBilling } from '../billing-text'
import type { InvoiceDocument, TransactionDetail } from './api'
import { useCancelIRN, useCorrectIRN } from './api'

type IRNDialogProps = { transaction: TransactionDetail; document: InvoiceDocument; onClose: () => void }

const cancelRules = [...cancelIRNForm, ...billingForm] as const

// The registration portal's codes.
const reasons = { '1': 'Duplicate', '2': 'Data entry mistake', '3': 'Order cancelled', '4': 'Other' }

/** Records that the portal has cancelled an IRN. A new document replaces the cancelled one. */
export function CancelIRNDialog({ transaction, document, onClose }: IRNDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useCancelIRN()
  const isCreditNote = document.refundId !== ''
  const initial = transaction.billing ?? emptyBilling
  return (
    <ReauthDialog
      title={`Cancel the IRN of ${document.number}?`}
      rules={isCreditNote ? cancelIRNForm : cancelRules}
      initial={isCreditNote ? {} : initial}
      fields={(form) => (
        <>
          <TextField
            form={form}
            name="cancelledAt"
            hint="In Indian Standard Time, as the portal shows it."
            type="datetime-local"
          />
          <SelectField form={form} name="cancelReason" labels={reasons} />
          <TextField
            form={form}
            name="cancelNote"
            hint="The remark that was entered at the portal."
            autoComplete="off"
          />
          {!isCreditNote && <BillingFields form={form} text={officeBilling} asksAddress />}
        </>
      )}
      asksCode={false}
      submitLabel="Record cancellation"
      refusalTitle="The cancellation was not recorded"
      send={({ kind, legalName, gstin, isSEZ, address, state, pin, country, confirmedPlace, ...body }) => {
        const billing = isCreditNote
          ? undefined
          : billingOf({ kind, legalName, gstin, isSEZ, address, state, pin, country, confirmedPlace })
        return mutateAsync({ id: document.id, body: { ...body, billing } }).catch((error) =>
          Promise.reject(withBillingFields(error)),
        )
      }}
      onSent={() => {
        onClose()
        toast({ title: `${document.number} was cancelled and replaced` })
      }}
      onClose={onClose}
    >
      <p>
        Cancel the IRN at the portal first. This is possible within 24 hours of its acknowledgement. After that, only a
        refund with its credit note corrects the document. A new document with the next number replaces this one, and we
        email the member.{!isCreditNote && ' Check below who the new document is for.'}
      </p>
    </ReauthDialog>
  )
}

/** Corrects the number and the date of an acknowledgement. */
export function CorrectIRNDialog({ document, onClose }: Omit<IRNDialogProps, 'transaction'>) {
  const { mutateAsync } = useCorrectIRN()
  return (
    <FormDialog
      title={`Correct the IRN of ${document.number}`}
      rules={correctIRNForm}
      send={(body) => mutateAsync({ id: document.id, body })}
      done={`The acknowledgement of ${document.number} was corrected`}
      submitLabel="Save correction"
      fields={(form: RuleForm<'ackNumber' | 'ackDate'>) => (
        <>
          <TextField
            form={form}
            name="ackNumber"
            hint={`Entered as ${document.ackNumber}.`}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            form={form}
            name="ackDate"
            hint="In Indian Standard Time, as the portal shows it."
            type="datetime-local"
          />
        </>
      )}
      onClose={onClose}
    >
      <p>The IRN and its QR code do not change. We email the corrected document to the member.</p>
    </FormDialog>
  )
}

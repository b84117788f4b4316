import { only } from '@/lib/form-schema'
import { exchangeRateForm, reauthenticateForm, reopenMonthForm } from '@/lib/generated'
import { MoneyField, TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useToast } from '@/ui/toast-queue'
import { useCloseMonth, useEnterRate, useReopenMonth } from './api'

type MonthDialogProps = { month: string; title: string; onClose: () => void }

/** Closes a month. Only an owner can reopen it, and must give a reason. */
export function CloseMonthDialog({ month, title, onClose }: MonthDialogProps) {
  const { mutateAsync } = useCloseMonth()
  const toast = useToast()
  return (
    <ReauthDialog
      title={`Close ${title}?`}
      rules={reauthenticateForm}
      asksCode={false}
      isDestructive={false}
      submitLabel="Close the month"
      refusalTitle="The month was not closed"
      send={(body) => mutateAsync({ month, body })}
      onSent={() => {
        onClose()
        toast({ title: `${title} was closed` })
      }}
      onClose={onClose}
    >
      <p>
        No new document gets a date in this month, and its registers and return no longer change. Later changes to its
        payments are recorded in the first open month, with their own date.
      </p>
    </ReauthDialog>
  )
}

/** Reopens the month that was closed last. */
export function ReopenMonthDialog({ month, title, onClose }: MonthDialogProps) {
  const { mutateAsync } = useReopenMonth()
  const toast = useToast()
  return (
    <ReauthDialog
      title={`Reopen ${title}?`}
      rules={reopenMonthForm}
      fields={(form) => <TextAreaField form={form} name="reason" hint="This is recorded in the audit log." rows={3} />}
      asksCode={false}
      submitLabel="Reopen the month"
      refusalTitle="The month was not reopened"
      send={(body) => mutateAsync({ month, body })}
      onSent={() => {
        onClose()
        toast({ title: `${title} was reopened` })
      }}
      onClose={onClose}
    >
      <p>
        New documents can get a date in this month again. If its return was already filed, you may have to amend it.
      </p>
    </ReauthDialog>
  )
}

const rateForm = only(exchangeRateForm, 'rate')

/** Records the rupee rate of another currency. */
export function RateDialog({ month, title, currency, onClose }: MonthDialogProps & { currency: string }) {
  const { mutateAsync } = useEnterRate()
  return (
    <FormDialog
      title={`Enter the rate of ${currency} in ${title}`}
      rules={rateForm}
      send={({ rate }) => mutateAsync({ month, body: { currency, rate } })}
      done="Rate entered"
      submitLabel="Enter the rate"
      fields={(form) => (
        <MoneyField
          form={form}
          name="rate"
          hint="The rate that the accountant uses for this month, for example 84.25."
        />
      )}
      onClose={onClose}
    >
      The value of one {currency} in rupees. It applies to this month’s documents for which the payment provider has not
      reported a rate.
    </FormDialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@/lib/api-error'
import type { Billing } from '@/lib/api-types'
import { date, exactPrice } from '@/lib/formats'
import { billingForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { LoadError } from '@/ui/empty-state'
import { Form, SubmitButton } from '@/ui/form'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import type { Purchase } from './api'
import { billingQuery, documentPath, useSaveBilling } from './api'
import { billingProblems } from './billing'
import { BillingFields } from './billing-fields'
import { accountBilling } from './billing-text'

/** The member's billing details and the invoices issued to them. */
export function BillingPanel({ payments }: { payments: readonly Purchase[] }) {
  const { data, error, refetch } = useQuery(billingQuery)
  return (
    <section aria-labelledby="billing-title">
      <h2 id="billing-title" className="display-3 border-base-300 border-b pb-2">
        Billing details
      </h2>
      <p className="mt-4 max-w-text text-quiet">
        Your next receipt or invoice will show these details. Documents that were issued before do not change.
      </p>
      {data && <BillingForm billing={data} />}
      {!data && error && (
        <LoadError title="Your billing details could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <Spinner label="Loading…" />}
      <Documents payments={payments} />
    </section>
  )
}

function BillingForm({ billing }: { billing: Billing }) {
  const toast = useToast()
  const { mutateAsync } = useSaveBilling()
  const form = useRuleForm('billing', billingForm, {
    initial: billing,
    across: (values) => billingProblems(values, accountBilling),
  })
  const submit = form.submit({
    send: async (values) => {
      form.reset(await mutateAsync(values))
      toast({ title: 'Billing details saved', description: 'Your next receipt or invoice will show them.' })
    },
    failed: (error) => messageOf(error, 'Your billing details could not be saved. Please try again.'),
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle="Not saved" className="mt-5 flex max-w-xl flex-col gap-5">
      <BillingFields form={form} text={accountBilling} asksAddress />
      <div>
        <SubmitButton form={form} busyLabel="Saving…">
          Save billing details
        </SubmitButton>
      </div>
    </Form>
  )
}

const titles: Readonly<Record<Purchase['documents'][number]['kind'], string>> = {
  'tax-invoice': 'Tax invoice',
  receipt: 'Receipt',
  'credit-note': 'Credit note',
  'debit-note': 'Debit note',
}

function Documents({ payments }: { payments: readonly Purchase[] }) {
  const documents = payments
    .flatMap((payment) => payment.documents)
    .sort((a, b) => b.issuedAt.localeCompare(a.issuedAt))
  if (documents.length === 0) return null
  return (
    <>
      <h3 className="mt-10 font-sans font-semibold text-lg">Invoices and credit notes</h3>
      <ul className="mt-2">
        {documents.map(({ id, kind, number, issuedAt, total, currency, isAwaitingIRN, cancelledAt }) => (
          <li
            key={id}
            className="grid grid-cols-[1fr_auto] items-center gap-x-6 border-base-300 border-b py-2 tabular-nums sm:grid-cols-[8rem_1fr_auto_auto]"
          >
            <span className="text-quiet max-sm:text-sm">{date(issuedAt)}</span>
            <span className="max-sm:order-first max-sm:col-span-2">
              {titles[kind]}{' '}
              <span className="text-quiet">
                {number}
                {cancelledAt && ', cancelled'}
              </span>
            </span>
            <span className="text-right font-medium">
              {kind === 'credit-note' && '−'}
              {exactPrice(total, currency)}
            </span>
            {isAwaitingIRN ? (
              <span className="inline-flex min-h-11 items-center text-quiet max-sm:col-span-2">
                Being registered with the tax portal. We will email it
              </span>
            ) : (
              <a
                href={documentPath(id)}
                download
                className="text-link inline-flex min-h-11 items-center max-sm:col-span-2"
              >
                Download
                <span className="sr-only"> {number}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

import { Link } from 'react-router'
import type { Billing } from '@/lib/api-types'
import { consolePaths } from '@/lib/console-paths'
import { exactPrice } from '@/lib/formats'
import { gstStates } from '@/lib/generated'
import { href } from '@/lib/href'
import { Day } from '@/ui/moment'
import { SmallTable } from '@/ui/small-table'
import type { Person } from './api'
import { CancelRenewal, MandateFacts } from './person-mandate'

/** How a person pays: the mandate with its arrears, the billing details with the GSTIN, and the documents. */
export function PersonBilling({ person }: { person: Person }) {
  const { billing } = person
  return (
    <>
      <section aria-labelledby="person-billing" className="mb-10">
        <h2 id="person-billing" className="display-3 mb-3">
          Mandate and billing
        </h2>
        <dl className="grid max-w-3xl grid-cols-[auto_minmax(0,1fr)] border-base-300 border-t [&>*]:border-base-300 [&>*]:border-b [&>*]:py-2.5 [&>dt]:pr-6 [&>dt]:text-quiet sm:[&>dt]:pr-12">
          <MandateFacts mandate={billing.mandate} />
          <BillingFacts billing={billing.billing} />
        </dl>
        <CancelRenewal person={person} />
      </section>
      <SmallTable
        title="Documents"
        nothing="No documents yet"
        headers={['Date', 'Document', 'For', 'Total']}
        rows={billing.documents.map((document) => ({
          key: document.id,
          cells: [
            <Day key="date" at={document.issuedAt} />,
            document.isAwaitingIRN ? (
              <span key="number">
                {document.title} {document.number}
                <span className="block text-quiet text-sm">Waiting for its IRN</span>
              </span>
            ) : (
              <a key="number" href={`/api/documents/${document.id}`} className="text-link" download>
                {document.title} {document.number}
              </a>
            ),
            <Link key="tier" to={href(consolePaths.transaction, { id: document.transactionId })} className="text-link">
              {document.tierName}
            </Link>,
            <span key="total" className="tabular-nums">
              {exactPrice(document.total, document.currency)}
            </span>,
          ],
        }))}
      />
    </>
  )
}

function BillingFacts({ billing }: { billing: Billing }) {
  const state = gstStates.find(({ code }) => code === billing.state)?.name
  const billedTo = [billing.legalName, billing.address, billing.pin, state].filter(Boolean).join(', ')
  return (
    <>
      <dt>Billed to</dt>
      <dd className="min-w-0">{billedTo || <span className="text-quiet">No billing details</span>}</dd>
      <dt>GSTIN</dt>
      <dd>
        {(billing.isSEZ ? `${billing.gstin}, in a special economic zone` : billing.gstin) || (
          <span className="text-quiet">None</span>
        )}
      </dd>
    </>
  )
}

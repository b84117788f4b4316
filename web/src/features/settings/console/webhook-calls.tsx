import { useConfig } from '@/lib/config'
import { useList } from '@/lib/list'
import { Badge } from '@/ui/badge'
import { Breaks } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { Moment } from '@/ui/moment'
import type { WebhookDiagnostic } from './api'
import { webhooksKey } from './api'

const filters = ['outcome'] as const

const outcomes = [
  { value: 'verified', label: 'Verified' },
  { value: 'failed', label: 'Failed' },
]

/** Each call of the payment webhook, and its result. */
export function WebhookCalls() {
  const config = useConfig()
  const list = useList({
    key: webhooksKey,
    route: 'GET /api/webhook-diagnostics',
    filters,
  })
  return (
    <section aria-labelledby="webhook-calls" className="mt-14">
      <h2 id="webhook-calls" className="display-3">
        Webhook calls
      </h2>
      <p className="mt-2 mb-4 max-w-text text-quiet">
        Razorpay calls the site when a payment changes. Here is every call of the last 30 days, also those that did not
        come from Razorpay.
      </p>
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search webhook calls"
        placeholder="Search by event, payment ID or error"
      >
        <FilterSelect list={list} name="outcome" label="Result" all="All results" options={outcomes} />
      </ListToolbar>
      <ListTable
        caption="Calls of the payment webhook"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No calls yet"
        nothingYet={
          <p>
            In Razorpay’s dashboard, enter this address under Webhooks:{' '}
            <code>{config?.siteUrl}/api/webhooks/razorpay</code>
          </p>
        }
        noMatch="No calls match your search"
      />
    </section>
  )
}

const columns: readonly Column<WebhookDiagnostic>[] = [
  {
    key: 'timestamp',
    header: 'When (IST)',
    sort: 'timestamp',
    width: 8,
    cell: ({ timestamp }) => <Moment at={timestamp} />,
  },
  {
    key: 'event',
    header: 'Event',
    sort: 'eventType',
    heads: true,
    width: 12,
    cell: ({ eventType, paymentId }) => (
      <>
        {eventType ? <Breaks text={eventType} after={/(?<=[._])/} /> : <span className="text-quiet">Not read</span>}
        {paymentId && <code className="block text-quiet text-sm">{paymentId}</code>}
      </>
    ),
  },
  {
    key: 'signature',
    header: 'Signature',
    width: 7,
    cell: ({ hasSignature, signatureVerified }) =>
      signatureVerified ? (
        <Badge tone="success">Verified</Badge>
      ) : (
        <Badge tone="danger">{hasSignature ? 'Invalid' : 'Missing'}</Badge>
      ),
  },
  {
    key: 'status',
    header: 'Response',
    sort: 'statusCode',
    numeric: true,
    width: 7,
    from: '3xl',
    cell: ({ statusCode }) => statusCode,
  },
  {
    key: 'explanation',
    header: 'Result',
    cell: ({ explanation, errorMessage }) => (
      <>
        {explanation}
        {errorMessage && <span className="block text-quiet text-sm">{errorMessage}</span>}
      </>
    ),
  },
]

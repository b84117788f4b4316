import { useDownload } from '@/lib/download'
import { date, exactPrice } from '@/lib/formats'
import type { InvoiceDocument, TransactionDetail } from '@/lib/generated'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { SmallTable } from '@/ui/small-table'
import { useReport } from '@/ui/use-report'
import { invoicePath } from '../api'
import { timelineOf } from './timeline'
import { moment } from './transaction-facts'

const refundTones: Readonly<Record<string, BadgeTone>> = { processed: 'success', failed: 'danger' }
const mandates: Readonly<Record<string, string>> = { end: 'The mandate ends', keep: 'The mandate stays' }

/** The documents, refunds and disputes of a transaction, and what has happened with it. */
export function TransactionRecords({ transaction }: { transaction: TransactionDetail }) {
  const { id, documents, refunds, disputes } = transaction
  return (
    <>
      <SmallTable
        title="Documents"
        nothing="None was issued so far"
        headers={['Document', 'Number', 'Issued', 'Total', '']}
        rows={documents.map((document) => ({
          key: document.id,
          cells: [
            document.title,
            document.number,
            date(document.issuedAt),
            exactPrice(document.total, document.currency),
            document.waits ? (
              'Waits for its IRN'
            ) : (
              <DocumentButton key="download" transactionId={id} document={document} />
            ),
          ],
        }))}
      />
      <SmallTable
        title="Refunds"
        nothing="Nobody has asked for one here"
        headers={['Asked for', 'Amount', 'State', 'By', 'Reason']}
        rows={refunds.map(({ id, createdAt, amount, currency, state, requestedBy, reason, failure, mandate }) => ({
          key: id,
          cells: [
            moment(createdAt),
            exactPrice(amount, currency),
            <Badge key="state" tone={refundTones[state] ?? 'outline'}>
              <span className="capitalize">{state}</span>
            </Badge>,
            requestedBy,
            [reason, mandates[mandate], failure].filter(Boolean).join('. '),
          ],
        }))}
      />
      {disputes.length > 0 && (
        <SmallTable
          title="Disputes"
          nothing=""
          headers={['Opened', 'Phase', 'State', 'Answer by', 'ID']}
          rows={disputes.map(({ id, createdAt, phase, status, respondBy }) => ({
            key: id,
            cells: [
              createdAt ? date(createdAt) : 'N/A',
              phase.replaceAll('_', ' '),
              <Badge key="state" tone={status === 'won' ? 'success' : status === 'lost' ? 'danger' : 'warning'}>
                {status.replaceAll('_', ' ')}
              </Badge>,
              respondBy ? moment(respondBy) : 'N/A',
              id,
            ],
          }))}
        />
      )}
      <SmallTable
        title="What has happened"
        nothing=""
        headers={['When', 'What', 'By', 'Note']}
        rows={timelineOf(transaction).map(({ key, at, what, by, note }) => ({
          key,
          cells: [moment(at), what, by, note],
        }))}
      />
    </>
  )
}

function DocumentButton({ transactionId, document }: { transactionId: string; document: InvoiceDocument }) {
  const report = useReport()
  const { mutateAsync, isPending } = useDownload()
  const path = document.refundId ? `/api/documents/${encodeURIComponent(document.id)}` : invoicePath(transactionId)
  const save = () =>
    report(mutateAsync({ path }), { failed: 'Download Failed', fallback: 'Could not download the document' })
  return (
    <Button
      tone="quiet"
      className="-ml-3 px-3"
      aria-label={`Download ${document.title.toLowerCase()} ${document.number}`}
      busy={isPending}
      onClick={save}
    >
      Download
    </Button>
  )
}

import { useState } from 'react'
import { useMay } from '@/lib/admin-access'
import type { Route } from '@/lib/api'
import { useDownload } from '@/lib/download'
import { date, exactPrice } from '@/lib/formats'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button, rowButton } from '@/ui/button'
import { classes } from '@/ui/classes'
import { SmallTable } from '@/ui/small-table'
import { useReport } from '@/ui/use-report'
import { invoicePath } from '../api'
import type { InvoiceDocument, TransactionDetail } from './api'
import { CancelIRNDialog, CorrectIRNDialog } from './irn-dialogs'
import { RefundTransferDialog } from './refund-dialog'
import { timelineOf } from './timeline'
import { moment } from './transaction-facts'

type Refund = TransactionDetail['refunds'][number]

const refundTones: Readonly<Record<Refund['state'], BadgeTone>> = {
  requested: 'outline',
  pending: 'outline',
  processed: 'success',
  failed: 'danger',
}
const mandates: Readonly<Record<Refund['mandate'], string>> = {
  '': '',
  end: 'The mandate ends',
  keep: 'The mandate continues',
}

/** The documents, refunds, disputes and events of a transaction. */
export function TransactionRecords({ transaction }: { transaction: TransactionDetail }) {
  const { id, documents, refunds, disputes } = transaction
  const [acting, setActing] = useState<{ document: InvoiceDocument; act: IRNAct }>()
  const [transferred, setTransferred] = useState<Refund>()
  const close = () => setActing(undefined)
  return (
    <>
      <SmallTable
        title="Documents"
        nothing="No documents yet"
        headers={['Document', 'Number', 'Issued', 'Total', '']}
        rows={documents.map((document) => ({
          key: document.id,
          cells: [
            document.title,
            <DocumentNumber key="number" document={document} />,
            date(document.issuedAt),
            exactPrice(document.total, document.currency),
            document.isAwaitingIRN ? (
              'Waiting for its IRN'
            ) : (
              <div key="actions" className="flex flex-wrap gap-2">
                <DocumentButton transactionId={id} document={document} />
                {document.irn && !document.cancelledAt && (
                  <IRNButtons document={document} onAct={(act) => setActing({ document, act })} />
                )}
              </div>
            ),
          ],
        }))}
      />
      {acting?.act === 'cancel' && (
        <CancelIRNDialog transaction={transaction} document={acting.document} onClose={close} />
      )}
      {acting?.act === 'correct' && <CorrectIRNDialog document={acting.document} onClose={close} />}
      <SmallTable
        title="Refunds"
        nothing="No refund requested"
        headers={['Requested', 'Amount', 'Status', 'By', 'Reason']}
        rows={refunds.map((refund) => ({
          key: refund.id,
          cells: [
            moment(refund.createdAt),
            exactPrice(refund.amount, refund.currency),
            <Badge key="state" tone={refundTones[refund.state]}>
              <span className="capitalize">{refund.state}</span>
            </Badge>,
            refund.requestedBy,
            <RefundNote key="note" refund={refund} onTransfer={() => setTransferred(refund)} />,
          ],
        }))}
      />
      {transferred && (
        <RefundTransferDialog transactionId={id} refund={transferred} onClose={() => setTransferred(undefined)} />
      )}
      <SmallTable
        title="Disputes"
        headers={['Opened', 'Amount', 'Phase', 'Status', 'Answer by', 'ID']}
        rows={disputes.map(({ id, createdAt, amount, phase, status, respondBy }) => ({
          key: id,
          cells: [
            createdAt ? date(createdAt) : 'N/A',
            Number(amount) ? exactPrice(amount, transaction.currency) : 'N/A',
            phase.replaceAll('_', ' '),
            <Badge key="state" tone={status === 'won' ? 'success' : status === 'lost' ? 'danger' : 'warning'}>
              {status.replaceAll('_', ' ')}
            </Badge>,
            respondBy ? moment(respondBy) : 'N/A',
            id,
          ],
        }))}
      />
      <SmallTable
        title="History"
        headers={['When', 'What', 'By', 'Note']}
        rows={timelineOf(transaction).map(({ key, at, what, by, note }) => ({
          key,
          cells: [moment(at), what, by, note],
        }))}
      />
    </>
  )
}

// The reason of a refund, and the bank transfer that has replaced it or can replace it.
function RefundNote({ refund, onTransfer }: { refund: Refund; onTransfer: () => void }) {
  const may = useMay()
  const { reason, mandate, failure, transferReference, transferredAt, canBeTransferred } = refund
  const transfer = transferReference && `Returned by bank transfer ${transferReference} on ${date(transferredAt)}`
  return (
    <>
      {[reason, mandates[mandate], failure, transfer].filter(Boolean).join('. ')}
      {canBeTransferred && may('POST /api/transactions/{id}/refunds/{refund}/transfer') && (
        <Button tone="quiet" className={classes(rowButton, 'mt-1')} onClick={onTransfer}>
          Record bank transfer
        </Button>
      )}
    </>
  )
}

function DocumentNumber({ document: { number, irn, ackAt, cancelledAt } }: { document: InvoiceDocument }) {
  return (
    <>
      {number}
      {cancelledAt ? (
        <span className="block text-quiet text-sm">IRN cancelled on {moment(cancelledAt)}; not valid</span>
      ) : (
        irn && <span className="block text-quiet text-sm">IRN acknowledged on {moment(ackAt)}</span>
      )}
    </>
  )
}

type IRNAct = 'cancel' | 'correct'

const irnActs: readonly { act: IRNAct; label: string; route: Route }[] = [
  { act: 'correct', label: 'Correct IRN', route: 'POST /api/documents/{id}/irn/correct' },
  { act: 'cancel', label: 'Cancel IRN', route: 'POST /api/documents/{id}/irn/cancel' },
]

function IRNButtons({ document, onAct }: { document: InvoiceDocument; onAct: (act: IRNAct) => void }) {
  const may = useMay()
  return irnActs
    .filter(({ route }) => may(route))
    .map(({ act, label }) => (
      <Button
        key={act}
        tone="quiet"
        className={rowButton}
        aria-label={`${label} of ${document.number}`}
        onClick={() => onAct(act)}
      >
        {label}
      </Button>
    ))
}

function DocumentButton({ transactionId, document }: { transactionId: string; document: InvoiceDocument }) {
  const report = useReport()
  const { mutateAsync, isPending } = useDownload()
  const path =
    document.refundId || document.cancelledAt
      ? `/api/documents/${encodeURIComponent(document.id)}`
      : invoicePath(transactionId)
  const save = () =>
    report(mutateAsync({ path }), { failed: 'Download Failed', fallback: 'Could not download the document' })
  return (
    <Button
      tone="quiet"
      className={rowButton}
      aria-label={`Download ${document.title.toLowerCase()} ${document.number}`}
      busy={isPending}
      onClick={save}
    >
      Download
    </Button>
  )
}

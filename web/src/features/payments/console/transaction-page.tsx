import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { date, exactPrice } from '@/lib/formats'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { Freshness } from '@/ui/list-toolbar'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { PersonLink } from '@/ui/person-link'
import { Skeleton } from '@/ui/skeleton'
import { useToast } from '@/ui/toast-queue'
import { UnreadRecord } from '@/ui/unread-record'
import { AcceptDialog } from './accept-dialog'
import type { TransactionDetail } from './api'
import { useTransaction } from './api'
import { attentions, ResolveAttention, transactionAttention } from './attention'
import { BillingDialog } from './billing-dialog'
import { isUnmatchedPayment, RefundDialog } from './refund-dialog'
import { RestoreDialog } from './restore-dialog'
import { StatusBadge } from './transaction-columns'
import { TransactionFacts } from './transaction-facts'
import { TransactionNotes } from './transaction-notes'
import { TransactionRecords } from './transaction-records'
import { TransactionSeats } from './transaction-seats'

const payerOf = ({ customerName, customerEmail }: TransactionDetail) => customerName || customerEmail || 'N/A'

/** All details of one transaction, with the possible actions. */
export function TransactionPage() {
  const { id = '' } = useParams()
  const { data, error, isFetching, asOf, refresh } = useTransaction(id)
  const title = data ? `${payerOf(data)}, ${exactPrice(data.amount, data.currency)}` : 'Transaction'
  return (
    <>
      <p className="mb-2">
        <Link to={consolePaths.transactions} className="text-link inline-flex min-h-11 items-center">
          All transactions
        </Link>
      </p>
      <PageHead
        title={title}
        named={data && title}
        lede={data && <Lede transaction={data} />}
        actions={data && <Freshness asOf={asOf} busy={isFetching} onRefresh={refresh} />}
      />
      {data ? (
        <>
          <Steps transaction={data} />
          <TransactionFacts transaction={data} />
          <TransactionSeats transaction={data} />
          <TransactionRecords transaction={data} />
          <TransactionNotes transaction={data} />
        </>
      ) : error ? (
        <UnreadRecord what="Transaction" error={error} onRetry={refresh} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

function Lede({ transaction }: { transaction: TransactionDetail }) {
  const { tierName, user } = transaction
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge {...transaction} />
      <span className="min-w-0">{tierName}</span>
      {user && (
        <span className="min-w-0">
          <PersonLink id={user.id}>{user.name || user.email}</PersonLink>
        </span>
      )}
    </span>
  )
}

// The reasons why the transaction needs attention, with the possible actions.
function Steps({ transaction }: { transaction: TransactionDetail }) {
  const { id, attention, attentionNote, disputeRespondBy, nextSteps, refundable, restorable, currency, payments } =
    transaction
  const [open, setOpen] = useState<'accept' | 'refund' | 'restore' | 'billing'>()
  const section = useRef<HTMLElement>(null)
  const may = useMay()
  const toast = useToast()
  const close = () => setOpen(undefined)
  function sent(title: string, description?: string) {
    close()
    toast({ title, description })
    section.current?.focus()
  }
  const dialog = { transactionId: id, payer: payerOf(transaction), onClose: close }
  const mandate = transaction.subscription
  const isUnmatched = payments.some(isUnmatchedPayment)
  return (
    <section ref={section} tabIndex={-1} aria-label="Actions" className="mb-8 outline-none">
      {attention && (
        <div className="mb-4">
          <Notice tone="warning" title={attentions[attention]}>
            <p>{attentionNote}</p>
            {disputeRespondBy && (
              <p className="font-medium">Answer it in Razorpay’s dashboard by {date(disputeRespondBy)}</p>
            )}
            {transaction.disputeDraft && <DisputeDraft text={transaction.disputeDraft} />}
            {nextSteps.includes('clear-attention') && (
              <ResolveAttention
                route={transactionAttention}
                id={id}
                title={`Mark the payment of ${payerOf(transaction)} as resolved?`}
                onResolved={() => section.current?.focus()}
              >
                The note is removed from this transaction. The audit log records the note and who removed it.
              </ResolveAttention>
            )}
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {nextSteps.includes('accept') && may('POST /api/transactions/{id}/accept') && (
          <Button onClick={() => setOpen('accept')}>Accept payment</Button>
        )}
        {nextSteps.includes('enter-billing') && may('POST /api/transactions/{id}/billing') && (
          <Button onClick={() => setOpen('billing')}>Enter billing details</Button>
        )}
        {nextSteps.includes('restore') && may('POST /api/transactions/{id}/restore') && (
          <Button onClick={() => setOpen('restore')}>Restore purchase</Button>
        )}
        {nextSteps.includes('refund') && may('POST /api/transactions/{id}/refund') && (
          <Button tone="outline" onClick={() => setOpen('refund')}>
            Refund payment
          </Button>
        )}
        <WhyNoRefund transaction={transaction} />
      </div>
      {open === 'accept' && <AcceptDialog {...dialog} onSent={() => sent('Payment Accepted')} />}
      {open === 'billing' && <BillingDialog transaction={transaction} payer={payerOf(transaction)} onClose={close} />}
      {open === 'restore' && (
        <RestoreDialog {...dialog} amount={exactPrice(restorable, currency)} onSent={() => sent('Purchase restored')} />
      )}
      {open === 'refund' && (
        <RefundDialog
          {...dialog}
          left={isUnmatched ? undefined : exactPrice(refundable, currency)}
          payments={payments}
          isTaxReliefOver={transaction.isTaxReliefOver}
          hasMandate={!isUnmatched && mandate !== null && !mandate.isEnding}
          onSent={() => sent('Refund Requested', 'Razorpay will process the refund shortly.')}
        />
      )}
    </section>
  )
}

// A draft of the answer to a dispute, to be sent with the documents below.
function DisputeDraft({ text }: { text: string }) {
  return (
    <details className="mt-3">
      <summary className="cursor-pointer">Draft answer</summary>
      <p className="mt-2 max-w-text">{text}</p>
      <p className="mt-2 flex items-center gap-1 text-sm">
        <CopyButton text={text} label="Copy the answer" copied={{ title: 'Copied!' }} />
        Copy it, and attach the document below and a list of the member’s sign-ins.
      </p>
    </details>
  )
}

function WhyNoRefund({ transaction }: { transaction: TransactionDetail }) {
  const { status, nextSteps, refunds, disputes } = transaction
  if (nextSteps.includes('refund') || status !== 'completed') return null
  if (disputes.some((dispute) => dispute.status === 'open' || dispute.status === 'under_review'))
    return <p className="text-quiet">The payment cannot be refunded while the buyer’s bank disputes it.</p>
  if (refunds.some(({ state }) => state === 'requested' || state === 'pending'))
    return <Badge tone="outline">A refund is in progress</Badge>
  return null
}

import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { count, date, exactPrice } from '@/lib/formats'
import { settlementExplanationForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { Badge } from '@/ui/badge'
import { Button, rowButton } from '@/ui/button'
import { TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Freshness } from '@/ui/list-toolbar'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import { SmallTable } from '@/ui/small-table'
import { StatCard, StatRow } from '@/ui/stat-card'
import { UnreadRecord } from '@/ui/unread-record'
import type { SettlementItem } from './api'
import { useExplainItem, useSettlement } from './api'
import { SettlementState, unmatchedText } from './books-frame'

const types: Readonly<Record<string, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  adjustment: 'Adjustment',
  transfer: 'Transfer',
}

const problems: Readonly<Record<Exclude<SettlementItem['problem'], ''>, string>> = {
  'not-in-ledger': 'Not in the ledger',
  'amount-differs': 'The ledger has a different amount',
  'fee-differs': 'The credit is not the amount less the fee',
  other: 'Not a payment, refund or dispute',
}

/** A settlement and its items. */
export function SettlementPage() {
  const { id = '' } = useParams()
  const { data, error, isFetching, asOf, refresh } = useSettlement(id)
  const [explaining, setExplaining] = useState<SettlementItem>()
  const mayExplain = useMay()('PUT /api/books/settlement-items/{id}/explanation')
  const title = data ? `Settlement ${data.utr || data.razorpaySettlementId}` : 'Settlement'
  return (
    <>
      <p className="mb-2">
        <Link to={consolePaths.settlements} className="text-link inline-flex min-h-11 items-center">
          All settlements
        </Link>
      </p>
      <PageHead
        title={title}
        named={data && title}
        lede={
          data && (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <SettlementState settlement={data} />
              Paid out on {date(data.settledAt)}
              <span className="font-mono text-xs">{data.razorpaySettlementId}</span>
            </span>
          )
        }
        actions={data && <Freshness asOf={asOf} busy={isFetching} onRefresh={refresh} />}
      />
      {data ? (
        <>
          {data.state === 'differs' && (
            <div className="mb-6">
              <Notice tone="danger" title="The amount paid out differs from the sum of the items">
                <p>
                  The items add up to {exactPrice(data.difference.replace('-', ''), 'INR')}{' '}
                  {data.difference.startsWith('-') ? 'more' : 'less'} than was paid out. Please ask Razorpay and quote
                  the settlement ID.
                </p>
              </Notice>
            </div>
          )}
          {data.unmatched > 0 && (
            <div className="mb-6">
              <Notice tone="warning" title={unmatchedText(data.unmatched)}>
                <p>
                  These items match no payment, refund or dispute in the ledger, or match one with a different amount.
                  We compare them again every morning. An item that the office explains counts as matched.
                </p>
              </Notice>
            </div>
          )}
          <StatRow>
            <StatCard label="To the bank" value={exactPrice(data.amount, 'INR')} />
            <StatCard label="Credits" value={exactPrice(data.credit, 'INR')} note="Payments less fees" />
            <StatCard label="Debits" value={exactPrice(data.debit, 'INR')} note="Refunds and lost disputes" />
            <StatCard
              label="Fees"
              value={exactPrice(data.fee, 'INR')}
              note={`including GST of ${exactPrice(data.tax, 'INR')}`}
            />
          </StatRow>
          <SmallTable
            title={`Items (${count(data.items)})`}
            nothing="Razorpay has not reported the items yet. We ask for them every morning."
            headers={['Item', 'Amount', 'Fee', 'Credit', 'Debit', 'In the ledger']}
            rows={data.entries.map((entry) => ({
              key: `${entry.type} ${entry.entityId}`,
              cells: cellsOf(entry, mayExplain ? setExplaining : undefined),
            }))}
          />
          {explaining && <ExplainDialog item={explaining} onClose={() => setExplaining(undefined)} />}
        </>
      ) : error ? (
        <UnreadRecord what="Settlement" error={error} onRetry={refresh} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

function ExplainDialog({ item, onClose }: { item: SettlementItem; onClose: () => void }) {
  const { mutateAsync } = useExplainItem()
  return (
    <FormDialog
      title="Explain this item"
      rules={settlementExplanationForm}
      send={(body) => mutateAsync({ id: item.id, body })}
      done="Item explained"
      submitLabel="Explain the item"
      fields={(form) => <TextAreaField form={form} name="reason" hint="This is recorded in the audit log." rows={3} />}
      onClose={onClose}
    >
      Please say why {item.entityId} does not agree with the ledger. It then counts as matched.
    </FormDialog>
  )
}

function cellsOf(item: SettlementItem, onExplain: ((item: SettlementItem) => void) | undefined) {
  const { type, entityId, description, amount, fee, credit, debit, onHold, transactionId, problem } = item
  const rupees = (value: string) => <span className="whitespace-nowrap">{exactPrice(value, 'INR')}</span>
  return [
    <>
      {types[type] ?? type}
      {description && `: ${description}`}
      <span className="block font-mono text-quiet text-xs">{entityId}</span>
    </>,
    rupees(amount),
    rupees(fee),
    rupees(credit),
    rupees(debit),
    <>
      {problem && (
        <span className="mr-2">
          <Badge tone={problem === 'other' || item.explanation ? 'outline' : 'warning'}>{problems[problem]}</Badge>
        </span>
      )}
      {problem &&
        (item.explanation ? (
          <p className="mt-1 max-w-prose text-sm">
            {item.explanation} ({item.explainedBy}, {date(item.explainedAt)})
          </p>
        ) : (
          onExplain && (
            <Button tone="quiet" className={rowButton} onClick={() => onExplain(item)}>
              Explain
            </Button>
          )
        ))}
      {onHold && <Badge tone="outline">On hold</Badge>}
      {transactionId && (
        <Link to={href(consolePaths.transaction, { id: transactionId })} className="text-link">
          Transaction
        </Link>
      )}
    </>,
  ]
}

import type { ReactNode } from 'react'
import { consolePaths } from '@/lib/console-paths'
import { count, exactPrice } from '@/lib/formats'
import { Badge, type BadgeTone } from '@/ui/badge'
import { LinkTabs } from '@/ui/link-tabs'
import { PageHead } from '@/ui/page-head'
import type { Settlement } from './api'
import { useEInvoices } from './api'

/** The heading and tabs that the pages of the books share. */
export function BooksFrame({ children }: { children: ReactNode }) {
  const { data } = useEInvoices()
  return (
    <>
      <PageHead
        title="Books"
        lede="Invoices, credit notes and payouts of each month, in Indian Standard Time, for the accountant and the tax return."
      />
      <LinkTabs
        label="Books"
        tabs={[
          { to: consolePaths.books, label: 'Registers' },
          { to: consolePaths.eInvoices, label: 'E-invoices', count: data?.waiting || undefined },
          { to: consolePaths.receipts, label: 'Offline receipts' },
          { to: consolePaths.settlements, label: 'Settlements' },
        ]}
      />
      {children}
    </>
  )
}

/** The states of a settlement: whether it agrees with its items, and the items with the ledger. */
export const settlementStates: Readonly<Record<Settlement['state'], { label: string; tone: BadgeTone }>> = {
  matched: { label: 'Matched', tone: 'success' },
  unmatched: { label: 'Items not matched', tone: 'warning' },
  differs: { label: 'Differs', tone: 'danger' },
  awaiting: { label: 'Items pending', tone: 'outline' },
}

/** The state of a settlement, with the amount of the difference or the number of unmatched items. */
export function SettlementState({ settlement: { state, difference, unmatched } }: { settlement: Settlement }) {
  const { label, tone } = settlementStates[state]
  return (
    <Badge tone={tone} wraps>
      {state === 'unmatched' ? unmatchedText(unmatched) : label}
      {state === 'differs' && ` by ${exactPrice(difference.replace('-', ''), 'INR')}`}
    </Badge>
  )
}

/** "1 item is not matched". */
export const unmatchedText = (items: number) => `${count(items)} ${items === 1 ? 'item is' : 'items are'} not matched`

import type { ReactNode } from 'react'
import { exactPrice } from '@/lib/formats'
import type { Settlement } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { Badge, type BadgeTone } from '@/ui/badge'
import { LinkTabs } from '@/ui/link-tabs'
import { PageHead } from '@/ui/page-head'
import { useEInvoices } from './api'

/** What the pages of the books have in common. */
export function BooksFrame({ children }: { children: ReactNode }) {
  const { data } = useEInvoices()
  return (
    <>
      <PageHead
        title="Books"
        lede="What was invoiced, credited and paid out, month by month in Indian Standard Time, for the accountant and the return."
      />
      <LinkTabs
        label="Books"
        tabs={[
          { to: paths.adminBooks, label: 'Registers' },
          { to: paths.adminEInvoices, label: 'E-invoices', count: data?.waiting || undefined },
          { to: paths.adminSettlements, label: 'Settlements' },
        ]}
      />
      {children}
    </>
  )
}

/** How a settlement stands against its items. */
export const settlementStates: Readonly<Record<string, { label: string; tone: BadgeTone }>> = {
  matched: { label: 'Agrees', tone: 'success' },
  differs: { label: 'Differs', tone: 'danger' },
  awaiting: { label: 'Items to come', tone: 'outline' },
}

/** Whether a settlement agrees with its items, and by how much it does not. */
export function SettlementState({ settlement: { state, difference } }: { settlement: Settlement }) {
  const { label, tone } = settlementStates[state] ?? { label: state, tone: 'plain' as const }
  return (
    <Badge tone={tone}>
      {label}
      {state === 'differs' && ` by ${exactPrice(difference.replace('-', ''), 'INR')}`}
    </Badge>
  )
}

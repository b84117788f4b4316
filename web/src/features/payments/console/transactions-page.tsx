import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths, offlinePayments, unknownPayments } from '@/lib/console-paths'
import { useList } from '@/lib/list'
import { useMemberStats } from '@/lib/member-stats'
import { ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { type PagePart, PartLinks } from '@/ui/part-links'
import { transactionsKey } from './api'
import { attentions } from './attention'
import { OfflinePayments } from './offline-payments'
import { PaymentsFrame } from './payments-frame'
import { transactionColumns } from './transaction-columns'
import { UnknownPayments } from './unknown-payments'

const statuses = [
  { value: 'completed', label: 'Completed' },
  { value: 'pending', label: 'Pending' },
  { value: 'authorized', label: 'Authorised' },
  { value: 'failed', label: 'Failed' },
  { value: 'refunded', label: 'Refunded' },
]

const matters = [
  { value: 'any', label: 'Needs attention' },
  ...Object.entries(attentions).map(([value, label]) => ({ value, label })),
]

type Part = 'transactions' | 'unknown' | 'offline'

/** All transactions, and beside them the payments without a transaction and the offline payments. */
export function TransactionsPage() {
  const may = useMay()
  const { data: stats } = useMemberStats()
  const asked = useSearchParams()[0].get('part')
  const parts: PagePart<Part>[] = [
    { part: 'transactions', to: consolePaths.transactions, label: 'Transactions' },
    { part: 'unknown', to: unknownPayments(), label: 'Unknown payments', count: stats?.unknownPayments || undefined },
  ]
  if (may('GET /api/offline-payments'))
    parts.push({ part: 'offline', to: offlinePayments(), label: 'Offline payments' })
  const { part } = parts.find(({ part }) => part === asked) ?? { part: 'transactions' }
  return (
    <PaymentsFrame>
      <PartLinks label="All transactions" parts={parts} open={part} />
      {part === 'transactions' && <Transactions />}
      {part === 'unknown' && <UnknownPayments />}
      {part === 'offline' && <OfflinePayments />}
    </PaymentsFrame>
  )
}

function Transactions() {
  const list = useList({
    key: transactionsKey,
    route: 'GET /api/transactions',
    filters: ['status', 'attention'],
  })
  const section = useRef<HTMLElement>(null)

  // The pressed button disappears with the notice, so the section takes the focus.
  const onResolved = () => section.current?.focus()

  const columns = transactionColumns(onResolved)

  return (
    <>
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search transactions"
        placeholder="Search by customer, payment or order ID, or tier"
        exportPath="/api/transactions/export"
      >
        <FilterSelect list={list} name="status" label="Status" all="All statuses" options={statuses} />
        <FilterSelect list={list} name="attention" label="Attention" all="All transactions" options={matters} />
      </ListToolbar>
      <section ref={section} tabIndex={-1} aria-label="Transactions" className="outline-none">
        <ListTable
          caption="All transactions"
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          nothing="No transactions yet"
          noMatch="No transactions match your search criteria."
        />
      </section>
    </>
  )
}

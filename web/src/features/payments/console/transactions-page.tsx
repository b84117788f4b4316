import { useRef } from 'react'
import { useList } from '@/lib/list'
import { ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import { transactionsKey } from './api'
import { attentions } from './attention'
import { PaymentsFrame } from './payments-frame'
import { transactionColumns } from './transaction-columns'

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

/** All transactions. */
export function TransactionsPage() {
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
    <PaymentsFrame>
      <ListToolbar
        list={list}
        columns={columns}
        listName="transactions"
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
    </PaymentsFrame>
  )
}

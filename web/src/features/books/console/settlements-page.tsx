import { Link } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { date, exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { useList } from '@/lib/list'
import { type Column, ListTable } from '@/ui/list-table'
import { FilterSelect, ListToolbar } from '@/ui/list-toolbar'
import type { Settlement } from './api'
import { settlementsKey } from './api'
import { BooksFrame, SettlementState, settlementStates, unmatchedText } from './books-frame'

const columns: readonly Column<Settlement>[] = [
  {
    key: 'utr',
    header: 'UTR',
    heads: true,
    cell: ({ id, utr, razorpaySettlementId }) => (
      <Link to={href(consolePaths.settlement, { id })} className="text-link font-medium">
        {utr || razorpaySettlementId}
      </Link>
    ),
  },
  {
    key: 'date',
    header: 'Paid out',
    sort: 'settledAt',
    width: 8,
    cell: ({ settledAt }) => <span className="whitespace-nowrap">{date(settledAt)}</span>,
  },
  {
    key: 'amount',
    header: 'To the bank',
    width: 9.5,
    numeric: true,
    cell: ({ amount }) => <span className="whitespace-nowrap font-medium">{exactPrice(amount, 'INR')}</span>,
  },
  {
    key: 'credit',
    header: 'Credits',
    width: 9,
    from: '4xl',
    numeric: true,
    cell: ({ credit }) => <span className="whitespace-nowrap">{exactPrice(credit, 'INR')}</span>,
  },
  {
    key: 'debit',
    header: 'Debits',
    width: 9,
    from: '5xl',
    numeric: true,
    cell: ({ debit }) => <span className="whitespace-nowrap">{exactPrice(debit, 'INR')}</span>,
  },
  {
    key: 'fee',
    header: 'Fees with GST',
    width: 8.5,
    from: '5xl',
    numeric: true,
    cell: ({ fee }) => <span className="whitespace-nowrap">{exactPrice(fee, 'INR')}</span>,
  },
  {
    key: 'state',
    header: 'Status',
    width: 12,
    cell: (settlement) => (
      <>
        <SettlementState settlement={settlement} />
        {settlement.state === 'differs' && settlement.unmatched > 0 && (
          <p className="mt-1 text-sm">{unmatchedText(settlement.unmatched)}</p>
        )}
      </>
    ),
  },
]

/** The provider's payouts, and whether each agrees with the payments and refunds in the ledger. */
export function SettlementsPage() {
  const list = useList({
    key: settlementsKey,
    route: 'GET /api/books/settlements',
    filters: ['state'],
  })
  return (
    <BooksFrame>
      <p className="mb-4 max-w-text text-quiet">
        The amounts that Razorpay has paid to the bank, updated every morning. Each settlement is compared with its
        items, and each item with the payments, refunds and disputes of the ledger. The office gets an email if they
        differ.
      </p>
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search settlements"
        placeholder="Search by UTR or settlement ID"
      >
        <FilterSelect
          list={list}
          name="state"
          label="Status"
          all="All settlements"
          options={Object.entries(settlementStates).map(([value, { label }]) => ({ value, label }))}
        />
      </ListToolbar>
      <ListTable
        caption="Settlements"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No settlements yet"
        nothingYet="Razorpay pays out two working days after a payment."
        noMatch="No settlements match your search criteria."
      />
    </BooksFrame>
  )
}

import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { count, date, exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { pageNumber } from '@/lib/page-number'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { ExportButton } from '@/ui/export-button'
import { TabCount, TabLine, tabLook } from '@/ui/link-tabs'
import { Freshness } from '@/ui/list-toolbar'
import { Notice } from '@/ui/notice'
import { Pager } from '@/ui/pager'
import { Skeleton } from '@/ui/skeleton'
import { PlainTable, SmallTable } from '@/ui/small-table'
import { StatCard, StatRow } from '@/ui/stat-card'
import type { BooksMonth, RegisterRow, Registers } from './api'
import { type RegisterName, rowsPerPage, useMonths, useRegisters } from './api'
import { BooksFrame } from './books-frame'
import { CloseMonthDialog, RateDialog, ReopenMonthDialog } from './month-dialogs'

const registers: readonly { name: RegisterName; label: string; nothing: string }[] = [
  { name: 'invoices', label: 'Invoices', nothing: 'No tax invoice has a date in this month.' },
  { name: 'credit-notes', label: 'Credit notes', nothing: 'No credit note has a date in this month.' },
  { name: 'debit-notes', label: 'Debit notes', nothing: 'No debit note has a date in this month.' },
  { name: 'receipts', label: 'Receipts', nothing: 'No receipt has a date in this month.' },
]

/** The registers of a month, with their totals. */
export function BooksPage() {
  const months = useMonths()
  const [params, setParams] = useSearchParams()
  const month = months.data?.find(({ month }) => month === params.get('month')) ?? months.data?.[0]
  const register = registers.find(({ name }) => name === params.get('register'))?.name
  const page = pageNumber(params)
  function go(changes: Record<string, string>) {
    setParams((current) => {
      current.delete('page')
      for (const [name, value] of Object.entries(changes)) current.set(name, value)
      return current
    })
  }
  return (
    <BooksFrame>
      {months.data && month ? (
        <Month key={month.month} months={months.data} month={month} register={register} page={page} onGo={go} />
      ) : months.error ? (
        <LoadError title="The months could not be loaded" error={months.error} onRetry={() => months.refetch()} />
      ) : (
        <Skeleton />
      )}
    </BooksFrame>
  )
}

type MonthProps = {
  months: readonly BooksMonth[]
  month: BooksMonth
  /** Undefined selects the first register that has entries. */
  register?: RegisterName
  page: number
  onGo: (changes: Record<string, string>) => void
}

function Month({ months, month, register, page, onGo }: MonthProps) {
  const [fallback, setFallback] = useState<RegisterName>('invoices')
  const shown = register ?? fallback
  const { data, error, isFetching, asOf, refresh } = useRegisters(month.month, shown, page)
  // A club that is not registered for GST has only receipts.
  const filled = data?.sums.find(({ documents }) => documents > 0)?.register
  if (!register && filled && filled !== fallback) setFallback(filled)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-3">
        <MonthSelect months={months} month={month} onChoose={(value) => onGo({ month: value })} />
        <Lock month={month} isRunning={month === months[0]} />
        <Freshness asOf={asOf} busy={isFetching} onRefresh={refresh} />
      </div>
      {data ? (
        <>
          <Notes data={data} month={month} />
          <Sums data={data} />
          <Downloads data={data} />
          <Totals data={data} />
          <section aria-label="The documents">
            <RegisterTabs data={data} shown={shown} onShow={(name) => onGo({ register: name })} />
            <RegisterTable data={data} shown={shown} page={page} onPage={(to) => onGo({ page: String(to) })} />
          </section>
        </>
      ) : error ? (
        <LoadError title="The registers could not be loaded" error={error} onRetry={refresh} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

type MonthSelectProps = { months: readonly BooksMonth[]; month: BooksMonth; onChoose: (month: string) => void }

function MonthSelect({ months, month, onChoose }: MonthSelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-quiet text-sm">
        Month
      </label>
      <select id={id} className="select" value={month.month} onChange={(event) => onChoose(event.target.value)}>
        {months.map(({ month, title, isClosed }) => (
          <option key={month} value={month}>
            {title}
            {isClosed && ', closed'}
          </option>
        ))}
      </select>
    </div>
  )
}

// Shows whether the month is open for further documents. Owners can close and reopen it.
function Lock({ month, isRunning }: { month: BooksMonth; isRunning: boolean }) {
  const may = useMay()
  const [open, setOpen] = useState<'close' | 'reopen'>()
  const close = () => setOpen(undefined)
  const { isClosed, closedAt, closedBy, canClose, canReopen } = month
  return (
    <>
      <p className="flex min-h-11 items-center gap-3">
        <Badge tone={isClosed ? 'success' : 'outline'}>{isClosed ? 'Closed' : 'Open'}</Badge>
        {closedAt && (
          <span className="text-quiet text-sm">
            by {closedBy} on {date(closedAt)}
          </span>
        )}
      </p>
      {canClose && may('POST /api/books/months/{month}/close') && (
        <Button tone="outline" onClick={() => setOpen('close')}>
          Close the month
        </Button>
      )}
      {!isClosed && !canClose && !isRunning && (
        <p className="flex min-h-11 items-center text-quiet text-sm">First close the earlier months.</p>
      )}
      {canReopen && may('POST /api/books/months/{month}/reopen') && (
        <Button tone="quiet" onClick={() => setOpen('reopen')}>
          Reopen
        </Button>
      )}
      {open === 'close' && <CloseMonthDialog month={month.month} title={month.title} onClose={close} />}
      {open === 'reopen' && <ReopenMonthDialog month={month.month} title={month.title} onClose={close} />}
    </>
  )
}

// Notes on what the figures leave out, and the missing currency rates.
function Notes({ data, month }: { data: Registers; month: BooksMonth }) {
  const may = useMay()
  const [currency, setCurrency] = useState<string>()
  const mayEnter = may('PUT /api/books/months/{month}/rate') && !month.isClosed
  const missing = data.currencies.filter((one) => one.missing > 0)
  return (
    <>
      {data.notes.length > 0 && (
        <div className="mb-6">
          <Notice tone={missing.length > 0 ? 'warning' : 'info'} title="Notes on this month">
            {data.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            {mayEnter && missing.length > 0 && (
              <div className="mt-2 flex flex-wrap gap-3">
                {missing.map((one) => (
                  <Button key={one.currency} tone="outline" onClick={() => setCurrency(one.currency)}>
                    Enter the rate of {one.currency}
                  </Button>
                ))}
              </div>
            )}
          </Notice>
        </div>
      )}
      {currency && (
        <RateDialog
          month={month.month}
          title={month.title}
          currency={currency}
          onClose={() => setCurrency(undefined)}
        />
      )}
    </>
  )
}

function Sums({ data }: { data: Registers }) {
  const of = (name: RegisterName) => data.sums.find(({ register }) => register === name)
  return (
    <StatRow>
      {registers.map(({ name, label }) => (
        <StatCard
          key={name}
          label={label}
          value={exactPrice(of(name)?.total ?? '0', 'INR')}
          note={`${count(of(name)?.documents ?? 0)} ${of(name)?.documents === 1 ? 'document' : 'documents'}`}
        />
      ))}
      <StatCard
        label="Net of credit notes"
        value={exactPrice(data.net.total, 'INR')}
        note={`Tax ${exactPrice(taxOf(data.net), 'INR')}`}
      />
    </StatRow>
  )
}

// Adds in paise to avoid floating-point errors.
function taxOf({ igst, cgst, sgst, otherTax }: Pick<RegisterRow, 'igst' | 'cgst' | 'sgst' | 'otherTax'>): string {
  const paise = [igst, cgst, sgst, otherTax].reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
  return (paise / 100).toFixed(2)
}

function Downloads({ data }: { data: Registers }) {
  const { month, hasReturn, gstins, sums } = data
  const filled = registers.filter(({ name }) => sums.some((sum) => sum.register === name && sum.documents > 0))
  if (filled.length === 0 && !hasReturn) return null
  return (
    <div className="mb-10 flex flex-wrap gap-3">
      {filled.length > 1 && (
        <ExportButton path="/api/books/registers" query={{ month, format: 'csv' }} label="All registers, CSV" />
      )}
      {filled.map(({ name, label }) => (
        <ExportButton
          key={name}
          path="/api/books/registers"
          query={{ month, register: name, format: 'csv' }}
          label={`${label}, CSV`}
        />
      ))}
      {gstins.length < 2 && hasReturn && (
        <ExportButton path="/api/books/gstr1" query={{ month }} label="GSTR-1 for the offline tool" />
      )}
      {gstins.length > 1 &&
        gstins.map((gstin) => (
          <ExportButton key={gstin} path="/api/books/gstr1" query={{ month, gstin }} label={`GSTR-1 of ${gstin}`} />
        ))}
    </div>
  )
}

function Totals({ data: { totals } }: { data: Registers }) {
  return (
    <SmallTable
      title="By state and rate"
      nothing="Nothing was supplied in this month."
      headers={['Place of supply', 'Rate', 'Documents', 'Taxable value', 'Tax', 'Total']}
      rows={totals.map((sum) => ({
        key: `${sum.place} ${sum.gstRate}`,
        cells: [
          sum.place || 'Not known',
          `${sum.gstRate}\u00a0%`,
          count(sum.documents),
          exactPrice(sum.taxableValue, 'INR'),
          <Taxes key="tax" sum={sum} place={sum.place} />,
          exactPrice(sum.total, 'INR'),
        ],
      }))}
    />
  )
}

// The taxes, one per line.
function Taxes({ sum: { igst, cgst, sgst, otherTax }, place }: { sum: Registers['net']; place: string }) {
  const levied = [
    { name: 'IGST', amount: igst },
    { name: 'CGST', amount: cgst },
    { name: 'SGST or UTGST', amount: sgst },
    { name: place ? 'Not split (no GSTIN)' : 'No place of supply', amount: otherTax },
  ].filter(({ amount }) => Number(amount) !== 0)
  if (levied.length === 0) return 'None'
  return levied.map(({ name, amount }) => (
    <span key={name} className="block">
      {name} {exactPrice(amount, 'INR')}
    </span>
  ))
}

type RegisterTabsProps = { data: Registers; shown: RegisterName; onShow: (name: RegisterName) => void }

function RegisterTabs({ data, shown, onShow }: RegisterTabsProps) {
  return (
    <nav aria-label="Registers">
      <TabLine at={shown}>
        {registers.map(({ name, label }) => (
          <li key={name}>
            <button
              type="button"
              className={tabLook(name === shown)}
              aria-current={name === shown ? 'page' : undefined}
              onClick={() => onShow(name)}
            >
              {label}
              <TabCount>{data.sums.find(({ register }) => register === name)?.documents ?? 0}</TabCount>
            </button>
          </li>
        ))}
      </TabLine>
    </nav>
  )
}

type RegisterTableProps = { data: Registers; shown: RegisterName; page: number; onPage: (page: number) => void }

function RegisterTable({ data, shown, page, onPage }: RegisterTableProps) {
  const rows = {
    invoices: data.invoices,
    'credit-notes': data.creditNotes,
    'debit-notes': data.debitNotes,
    receipts: data.receipts,
  }[shown]
  const total = data.sums.find(({ register }) => register === shown)?.documents ?? 0
  const register = registers.find(({ name }) => name === shown)
  const may = useMay()
  if (total === 0) return <p className="text-quiet">{register?.nothing}</p>
  return (
    <>
      <PlainTable
        caption={register?.label}
        headers={['Number', 'Date', 'Customer', 'Taxable value', 'Tax', 'Total']}
        rows={rows.map((row) => ({ key: row.id, cells: cellsOf(row, may('GET /api/transactions/{id}')) }))}
      />
      <Pager page={page} perPage={rowsPerPage} total={total} onPage={onPage} />
    </>
  )
}

function cellsOf(row: RegisterRow, mayOpen: boolean) {
  const {
    number,
    transactionId,
    issuedAt,
    happenedAt,
    cancelledAt,
    customerName,
    gstin,
    place,
    currency,
    corrects,
    rupeeTotal,
  } = row
  const money = (amount: string) => <span className="whitespace-nowrap">{exactPrice(amount, currency)}</span>
  return [
    <>
      {mayOpen ? (
        <Link to={href(consolePaths.transaction, { id: transactionId })} className="text-link whitespace-nowrap">
          {number}
        </Link>
      ) : (
        number
      )}
      {corrects && (
        <span className="block text-quiet text-sm">
          corrects <span className="whitespace-nowrap">{corrects}</span>
        </span>
      )}
    </>,
    <>
      <span className="whitespace-nowrap">{date(issuedAt)}</span>
      {cancelledAt && (
        <span className="block text-quiet text-sm">IRN cancelled on {date(cancelledAt)}; not in the totals</span>
      )}
      {happenedAt && <span className="block text-quiet text-sm">happened on {date(happenedAt)}</span>}
    </>,
    <>
      {customerName}
      <span className="block text-quiet text-sm">{place || 'Place not known'}</span>
      {gstin && <span className="block font-mono text-quiet text-xs">{gstin}</span>}
    </>,
    money(row.taxableValue),
    <>
      {money(taxOf(row))}
      {Number(row.gstRate) > 0 && <span className="block text-quiet text-sm">at {row.gstRate}%</span>}
    </>,
    <>
      {money(row.total)}
      {currency !== 'INR' && (
        <span className="block whitespace-nowrap text-quiet text-sm">
          {rupeeTotal ? exactPrice(rupeeTotal, 'INR') : 'rupee rate not known'}
        </span>
      )}
    </>,
  ]
}

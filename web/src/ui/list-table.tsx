import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import type { List } from '@/lib/list'
import type { Selection } from '@/lib/selection'
import { Button } from './button'
import { classes } from './classes'
import { EmptyState, LoadError } from './empty-state'
import { Pager } from './pager'

export type Column<Row> = {
  key: string
  header: string
  /** The server's name for sorting by this column. */
  sort?: string
  numeric?: boolean
  /** The width in rem, for values whose length is known. The columns without a width share the rest. */
  width?: number
  /** A secondary column: the least width of a table that shows it, unless the admin has chosen the columns. */
  from?: keyof typeof secondary
  /**
   * Whether this column identifies the row: it cannot be hidden, and its cell is the heading of the row on narrow
   * screens. By default the first column does.
   */
  heads?: boolean
  cell: (row: Row) => ReactNode
}

type ListTableProps<Row> = {
  /** The table's caption, for screen readers. */
  caption: string
  list: List<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** The title if the list is empty. */
  nothing: string
  /** A hint on how to add the first row. */
  nothingYet?: ReactNode
  /** The title if a search or a filter matches no row. */
  noMatch: string
  /** The selection and the name of each row, if rows can be selected. */
  selection?: Selection
  nameOf?: (row: Row) => string
}

// Tailwind's names for the widths of containers.
const secondary = {
  '3xl': '@2xl:@max-3xl:hidden',
  '4xl': '@2xl:@max-4xl:hidden',
  '5xl': '@2xl:@max-5xl:hidden',
  '6xl': '@2xl:@max-6xl:hidden',
} as const

// The same widths for the note about the columns that are hidden.
const leftOut = {
  '3xl': '@max-2xl:hidden @3xl:hidden',
  '4xl': '@max-2xl:hidden @4xl:hidden',
  '5xl': '@max-2xl:hidden @5xl:hidden',
  '6xl': '@max-2xl:hidden @6xl:hidden',
} as const

/** Returns the column that identifies a row. */
export function headOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ heads }) => heads) ?? columns[0]
}

/** The least width of a column without a width, in rem. */
const leastRem = 11

const notRead = 'The list could not be loaded'

/**
 * A list as a table. Its columns do not depend on the rows, so they stay where they are from page to page, and a long
 * value never pushes the last columns out of the window. On narrow screens each row becomes a block: a heading, and the
 * other cells with their labels.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { caption, list, rowKey, nothing, nothingYet, noMatch, selection, nameOf } = props
  const isChosen = list.shown.length > 0
  const columns = isChosen
    ? props.columns
        .filter((column) => column === headOf(props.columns) || list.shown.includes(column.key))
        .map(({ from, ...column }) => column)
    : props.columns
  // Chosen columns that do not fit scroll instead of getting too narrow.
  const least = isChosen ? columns.reduce((sum, { width = leastRem }) => sum + width, selection ? 3 : 0) : 0
  if (!list.rows && list.error) return <LoadError title={notRead} error={list.error} onRetry={list.refresh} />
  if (list.rows?.length === 0 && list.page === 1)
    return list.isNarrowed ? (
      <EmptyState
        title={noMatch}
        action={
          <Button tone="outline" onClick={list.clear}>
            Show all
          </Button>
        }
      />
    ) : (
      <EmptyState title={nothing}>{nothingYet}</EmptyState>
    )
  const head = headOf(columns)
  return (
    <>
      {list.error != null && (
        <div className="mb-4">
          <LoadError title={notRead} error={list.error} onRetry={list.refresh} />
        </div>
      )}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: display: block removes the implicit role */}
      <div className="@container">
        <SortSelect columns={columns} sort={list.sort} onSort={list.setSort} />
        <LeftOut columns={columns} />
        <div
          className={classes(
            '@2xl:relative @2xl:overflow-x-auto',
            list.isPlaceholderData && 'opacity-70 transition-opacity',
          )}
        >
          <table
            role="table"
            className="w-full table-fixed @2xl:min-w-(--least) @max-2xl:block"
            style={{ '--least': `${least}rem` } as CSSProperties}
            aria-busy={list.isPlaceholderData || !list.rows}
          >
            <caption className="sr-only">{caption}</caption>
            <thead role="rowgroup" className="@max-2xl:hidden">
              <tr role="row" className="border-base-300 border-b">
                {selection && <SelectPage selection={selection} ids={(list.rows ?? []).map(rowKey)} />}
                {columns.map((column) => (
                  <HeaderCell key={column.key} column={column} sort={list.sort} onSort={list.setSort} />
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup" className="@max-2xl:block">
              {list.rows ? (
                list.rows.map((row) => (
                  <tr
                    role="row"
                    key={rowKey(row)}
                    className="border-base-300 border-b hover:bg-base-200/60 @max-2xl:grid @max-2xl:grid-cols-1 @max-2xl:py-3.5"
                  >
                    {selection && <SelectRow selection={selection} id={rowKey(row)} name={nameOf?.(row) ?? ''} />}
                    {columns.map((column) => (
                      <Cell key={column.key} column={column} row={row} heads={column === head} />
                    ))}
                  </tr>
                ))
              ) : (
                <Skeleton columns={columns.length + (selection ? 1 : 0)} />
              )}
            </tbody>
          </table>
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      <Pager
        label={`Pages: ${caption}`}
        page={list.page}
        perPage={list.perPage}
        total={list.total}
        onPage={list.setPage}
      />
    </>
  )
}

/** Names the columns for which the window is too narrow. */
function LeftOut<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const widths = Object.keys(leftOut)
  const rank = ({ from = '3xl' }: Column<Row>) => widths.indexOf(from)
  // The columns that need the most room are hidden first.
  const [first, ...more] = columns.filter(({ from }) => from).sort((a, b) => rank(b) - rank(a))
  if (!first?.from) return null
  return (
    <p className={classes('mb-2 text-quiet text-sm', leftOut[first.from])}>
      Hidden in this narrow window: {first.header}
      {more.map(({ key, header, from }) => (
        <span key={key} className={from && leftOut[from]}>
          , {header}
        </span>
      ))}
    </p>
  )
}

const box = 'flex size-11 cursor-pointer items-center justify-center -ml-2.5'

function SelectPage({ selection, ids }: { selection: Selection; ids: readonly string[] }) {
  const selected = ids.filter(selection.has).length
  const isAll = ids.length > 0 && selected === ids.length
  return (
    <th scope="col" className="w-12 py-0.5 pr-1 text-left">
      <label className={box}>
        <input
          type="checkbox"
          className="checkbox"
          aria-label="Select all rows on this page"
          disabled={ids.length === 0}
          checked={isAll}
          ref={(input) => {
            if (input) input.indeterminate = selected > 0 && !isAll
          }}
          onChange={() => selection.set(ids, !isAll)}
        />
      </label>
    </th>
  )
}

function SelectRow({ selection, id, name }: { selection: Selection; id: string; name: string }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: display: block removes the implicit role
    <td role="cell" className="pr-1 align-top @max-2xl:order-first @max-2xl:col-span-full @max-2xl:-mb-2">
      <label className={box}>
        <input
          type="checkbox"
          className="checkbox"
          aria-label={`Select ${name}`}
          checked={selection.has(id)}
          onChange={(event) => selection.set([id], event.target.checked)}
        />
      </label>
    </td>
  )
}

type CellProps<Row> = { column: Column<Row>; row: Row; heads: boolean }

function Cell<Row>({ column: { header, numeric, from, cell }, row, heads }: CellProps<Row>) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: display: block removes the implicit role
      role="cell"
      data-label={header}
      className={classes(
        'px-2 py-2.5 align-top text-[0.9375rem] leading-snug first:pl-0 last:pr-0 @max-2xl:px-0 @max-2xl:py-1.25 @max-2xl:has-[>div:empty]:hidden',
        numeric && 'tabular-nums @2xl:text-right',
        from && secondary[from],
        heads
          ? '@max-2xl:order-first @max-2xl:col-span-full @max-2xl:block @max-2xl:pb-1.5 @max-2xl:text-base'
          : '@max-2xl:grid @max-2xl:grid-cols-[7rem_minmax(0,1fr)] @max-2xl:items-baseline @max-2xl:gap-x-3 @max-2xl:before:text-quiet @max-2xl:before:text-sm @max-2xl:before:content-[attr(data-label)]',
      )}
    >
      <div className="min-w-0">{cell(row)}</div>
    </td>
  )
}

type HeaderCellProps<Row> = { column: Column<Row>; sort: string; onSort: (sort: string) => void }

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const { key, header, sort: name, numeric, width, from } = column
  const isActive = name !== undefined && (sort === name || sort === `-${name}`)
  const direction = sort === name ? 'ascending' : 'descending'
  const SortIcon = !isActive ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      data-column={key}
      aria-sort={isActive ? direction : undefined}
      style={{ width: width && `${width}rem` }}
      className={classes(
        'px-2 py-1 font-semibold text-quiet text-sm first:pl-0 last:pr-0',
        numeric ? 'text-right' : 'text-left',
        from && secondary[from],
      )}
    >
      {name ? (
        <button
          type="button"
          className="inline-flex min-h-11 cursor-pointer items-center gap-1 leading-tight hover:underline [text-align:inherit]"
          onClick={() => onSort(sort === name ? `-${name}` : name)}
        >
          {header}
          <SortIcon className={classes('size-3.5 shrink-0', !isActive && 'opacity-40')} aria-hidden="true" />
        </button>
      ) : (
        <span className="inline-flex min-h-11 items-center">{header}</span>
      )}
    </th>
  )
}

function Skeleton({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no identity
    <tr key={row} className="border-base-300 border-b @max-2xl:block">
      <td colSpan={columns} className="py-3.5 @max-2xl:block">
        <span className="skeleton block h-4" style={{ width: `${90 - ((row * 17) % 40)}%` }} />
        {row === 0 && <span className="sr-only">Loading…</span>}
      </td>
    </tr>
  ))
}

type SortSelectProps<Row> = {
  columns: readonly Column<Row>[]
  sort: string
  onSort: (sort: string) => void
}

/** Selects the order of a list on screens that hide the column headings. */
function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const id = useId()
  const sortable = columns.filter((column) => column.sort)
  if (sortable.length === 0) return null
  return (
    <div className="mb-2 flex items-center gap-3 @2xl:hidden">
      <label htmlFor={id} className="shrink-0 text-quiet text-sm">
        Sort by
      </label>
      <select id={id} className="select max-w-80" value={sort} onChange={(event) => onSort(event.target.value)}>
        <option value="">Default order</option>
        {sortable.flatMap((column) => [
          <option key={column.key} value={column.sort}>{`${column.header}, ascending`}</option>,
          <option key={`-${column.key}`} value={`-${column.sort}`}>{`${column.header}, descending`}</option>,
        ])}
      </select>
    </div>
  )
}

import { useId } from 'react'
import type { Column } from './list-table'

type SortSelectProps<Row> = {
  columns: readonly Column<Row>[]
  sort: string
  onSort: (sort: string) => void
}

/** The order of a list where its column headings have no room. */
export function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const id = useId()
  const sortable = columns.filter((column) => column.sort)
  if (sortable.length === 0) return null
  return (
    <div className="mb-2 flex items-center gap-3 @3xl:hidden">
      <label htmlFor={id} className="shrink-0 text-quiet text-sm">
        Sort by
      </label>
      <select id={id} className="select max-w-80" value={sort} onChange={(event) => onSort(event.target.value)}>
        <option value="">The usual order</option>
        {sortable.flatMap((column) => [
          <option key={column.key} value={column.sort}>{`${column.header}, ascending`}</option>,
          <option key={`-${column.key}`} value={`-${column.sort}`}>{`${column.header}, descending`}</option>,
        ])}
      </select>
    </div>
  )
}

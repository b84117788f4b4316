import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { timeOfDay } from '@/lib/formats'
import type { List } from '@/lib/list'
import { Button, toolButton } from './button'
import { classes } from './classes'
import { ColumnsButton } from './columns-button'
import { ExportButton } from './export-button'
import type { Column } from './list-table'

type ListToolbarProps<Row> = {
  list: List<Row>
  /** The columns that the admin can choose from, if the list is a table. */
  columns?: readonly Column<Row>[]
  searchLabel?: string
  placeholder?: string
  /** The route of the list's export, as CSV or Excel with the rows that the list shows. */
  exportPath?: string
  /** Filters. */
  children?: ReactNode
}

const pause = 350

/** The controls above a list: the search and the filters, and below them one row of buttons. */
export function ListToolbar<Row>(props: ListToolbarProps<Row>) {
  const { list, columns = [], searchLabel = 'Search', placeholder, exportPath, children } = props
  return (
    <>
      <div className="mb-2 flex flex-wrap items-end gap-3">
        <SearchBox list={list} label={searchLabel} placeholder={placeholder} />
        {children}
      </div>
      <div className="mb-2 flex flex-wrap items-center">
        <div className="-mr-3 ml-auto flex flex-wrap items-center max-sm:-ml-3">
          <Freshness asOf={list.asOf} busy={list.isFetching} onRefresh={list.refresh} className={toolButton} />
          {columns.length > 0 && <ColumnsButton list={list} columns={columns} />}
          {exportPath && (
            <>
              <ExportButton
                path={exportPath}
                query={{ ...list.query, format: 'xlsx' }}
                label="Export Excel"
                className={toolButton}
              />
              <ExportButton path={exportPath} query={list.query} label="Export CSV" className={toolButton} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

type FreshnessProps = {
  asOf: number
  busy: boolean
  onRefresh: () => void
  /** The classes of the button, if it is one of a row. */
  className?: string
}

/** The time when the data was loaded, and a Refresh button. */
export function Freshness({ asOf, busy, onRefresh, className }: FreshnessProps) {
  return (
    <div className={classes('flex items-center', className ? 'max-sm:ml-3' : 'gap-3')}>
      <span className="text-quiet text-sm tabular-nums" role="status">
        {asOf > 0 && `As of ${timeOfDay(new Date(asOf))} IST`}
      </span>
      <Button tone={className ? 'quiet' : 'outline'} className={className} busy={busy && asOf > 0} onClick={onRefresh}>
        Refresh
      </Button>
    </div>
  )
}

type SearchBoxProps = { list: Pick<List<unknown>, 'search' | 'setSearch'>; label: string; placeholder?: string }

// The search text goes into the address after a pause, so that the server is not called for each letter.
function SearchBox({ list, label, placeholder }: SearchBoxProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(list.search)
  const [sought, setSought] = useState(list.search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The address was changed elsewhere, for example by the Back button.
  if (sought !== list.search) {
    setSought(list.search)
    if (typed.trim() !== list.search) setTyped(list.search)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname ?? pathname
  const isLeaving = useRef(false)
  useLayoutEffect(() => {
    isLeaving.current = next !== pathname
  })

  useEffect(() => {
    function focusBySlash(event: KeyboardEvent) {
      const target = event.target as HTMLElement
      if (event.key !== '/' || target.closest('input, textarea, select, [contenteditable], dialog')) return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', focusBySlash)
    return () => document.removeEventListener('keydown', focusBySlash)
  }, [])

  function seek(text: string, wait: number) {
    setTyped(text)
    sendAfter(text, wait)
  }

  function sendAfter(text: string, wait: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // Changing the address now would cancel the navigation to the next page.
      if (isLeaving.current) sendAfter(text, pause)
      else list.setSearch(text)
    }, wait)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a <search> element is unknown to older browsers
    <form
      role="search"
      className="flex min-w-0 flex-[1_1_14rem] items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        seek(typed, 0)
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        ref={box}
        id={id}
        type="search"
        className="input min-w-0"
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={(event) => seek(event.target.value, pause)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed) {
            event.preventDefault()
            seek('', 0)
          }
        }}
      />
      {typed && (
        <Button
          tone="quiet"
          onClick={() => {
            seek('', 0)
            box.current?.focus()
          }}
        >
          Clear
        </Button>
      )}
    </form>
  )
}

type FilterSelectProps = {
  list: Pick<List<unknown>, 'filter' | 'setFilter'>
  /** The filter's name, as the route expects it. */
  name: string
  label: string
  /** The option that filters nothing. */
  all: string
  options: readonly { value: string; label: string }[]
}

/** Filters a list by one value. */
export function FilterSelect({ list, name, label, all, options }: FilterSelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        className="select"
        value={list.filter(name)}
        onChange={(event) => list.setFilter(name, event.target.value)}
      >
        <option value="">{all}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { Topic } from './generated'
import { useLive } from './live'
import { sendList } from './server'

type ListOptions = {
  /** The list's key in the table of query keys. */
  key: QueryKey
  /** The list route. */
  path: string
  /** Which realtime topics make the list be read again. */
  topics: readonly Topic[]
  perPage?: number
  /** The names of the filters beside the search, as the route knows them. */
  filters?: readonly string[]
}

/** A list as it stands on the screen; where it stands is in the address. */
export type List<Row> = {
  /** undefined until the first page has come. */
  rows: Row[] | undefined
  total: number
  page: number
  perPage: number
  /** "field" or "-field"; "" is the server's own order. */
  sort: string
  search: string
  /** Whether a search or a filter leaves rows out. */
  isNarrowed: boolean
  /** The next page, or a fresh one, is on its way. */
  isFetching: boolean
  error: unknown
  /** When the rows were read, in milliseconds. */
  asOf: number
  /** The keys of the columns that are shown; none are all. */
  shown: readonly string[]
  setShown: (keys: readonly string[]) => void
  filter: (name: string) => string
  setPage: (page: number) => void
  setSort: (sort: string) => void
  setSearch: (search: string) => void
  setFilter: (name: string, value: string) => void
  /** Takes the search and every filter away. */
  clear: () => void
  refresh: () => void
  /** What an export of the same rows takes along. */
  query: Record<string, string>
}

/** A list that pages, sorts and searches on the server, and keeps where it stands in the address. */
export function useList<Row>({ key, path, topics, perPage = 50, filters = [] }: ListOptions): List<Row> {
  const [params, setParams] = useSearchParams()
  const { page, query } = readListParams(params, filters)

  const rows = useQuery({
    queryKey: [...key, query, page, perPage],
    queryFn: ({ signal }) => sendList<Row>(path, { query: { ...query, page, perPage }, signal }),
    placeholderData: keepPreviousData,
  })
  const refetch = rows.refetch
  const refresh = useCallback(() => {
    refetch()
  }, [refetch])
  useLive(topics, refresh)

  // From where the address stands now: what a timer of an earlier rendering does must not undo a press after it.
  function move(changes: Record<string, string>, replace = false) {
    setParams(listParamsAfter(new URLSearchParams(location.search), changes), { replace, preventScrollReset: true })
  }

  return {
    rows: rows.data?.rows,
    total: rows.data?.total ?? 0,
    page,
    perPage,
    sort: query.sort ?? '',
    search: query.search ?? '',
    isNarrowed: Boolean(query.search) || filters.some((name) => query[name]),
    isFetching: rows.isFetching,
    error: rows.error,
    asOf: rows.dataUpdatedAt,
    shown: (params.get('columns') ?? '').split(',').filter(Boolean),
    setShown: (keys) => move({ columns: keys.join(',') }, true),
    filter: (name) => query[name] ?? '',
    setPage: (next) => move({ page: next === 1 ? '' : String(next) }),
    setSort: (sort) => move({ sort, page: '' }),
    setSearch: (search) => move({ search: search.trim(), page: '' }, true),
    setFilter: (name, value) => move({ [name]: value, page: '' }),
    clear: () => move(Object.fromEntries(['search', 'page', ...filters].map((name) => [name, '']))),
    refresh,
    query,
  }
}

/** Where an address says that the list stands. What is not a page is the first one. */
export function readListParams(params: URLSearchParams, filters: readonly string[]) {
  const asked = Number(params.get('page'))
  const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1
  const query: Record<string, string> = {}
  for (const name of ['search', 'sort', ...filters]) {
    const value = params.get(name)
    if (value) query[name] = value
  }
  return { page, query }
}

/** The address after some changes; "" takes a name out, what is not named stays. */
export function listParamsAfter(current: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(current)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

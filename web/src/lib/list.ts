import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { callPage, type Filter, type ListRoute, type PathOf, type Row } from './api'
import { pageNumber } from './page-number'

type ListOptions<R extends ListRoute> = {
  /** The list's query key. */
  key: QueryKey
  route: R
  perPage?: number
  /** The names of the filters beside the search, as the route expects them. */
  filters?: readonly (Filter<R> & string)[]
  /** What the list's names in the address start with, for the second list of a page. */
  prefix?: string
} & PathOf<R>

/** The state of a list on the screen. The page, search, filters and order are stored in the address. */
export type List<Item> = {
  /** Undefined until the first page is loaded. */
  rows: Item[] | undefined
  total: number
  page: number
  perPage: number
  /** "field" or "-field"; "" is the server's default order. */
  sort: string
  search: string
  /** Whether a search or a filter is active. */
  isNarrowed: boolean
  /** Whether a page is being loaded. */
  isFetching: boolean
  /** Whether the rows are those of another page, search, filter or order, because the chosen ones are being loaded. */
  isPlaceholderData: boolean
  error: unknown
  /** When the rows were loaded, in milliseconds. */
  asOf: number
  /** The keys of the visible columns; an empty list means all. */
  shown: readonly string[]
  setShown: (keys: readonly string[]) => void
  filter: (name: string) => string
  setPage: (page: number) => void
  setSort: (sort: string) => void
  setSearch: (search: string) => void
  setFilter: (name: string, value: string) => void
  /** Clears the search and every filter. */
  clear: () => void
  refresh: () => void
  /** The query that exports the same rows. */
  query: Record<string, string>
}

/** A list that the server pages, sorts and searches. Its state is stored in the address. */
export function useList<R extends ListRoute>(options: ListOptions<R>): List<Row<R>> {
  const { key, route, perPage = 50, filters = [], prefix = '' } = options
  const path = 'path' in options ? (options.path as Record<string, string>) : undefined
  const [params, setParams] = useSearchParams()
  const { page, query } = readListParams(params, filters, prefix)

  const rows = useQuery({
    queryKey: [...key, query, page, perPage],
    queryFn: ({ signal }) => callPage(route, { path, query: { ...query, page, perPage }, signal }),
    placeholderData: keepPreviousData,
  })
  const refetch = rows.refetch
  const refresh = useCallback(() => {
    refetch()
  }, [refetch])

  // Reads the current address instead of this rendering's: a delayed search must not undo a later press.
  function move(changes: Record<string, string>, replace = false) {
    setParams(listParamsAfter(new URLSearchParams(location.search), changes, prefix), {
      replace,
      preventScrollReset: true,
    })
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
    isPlaceholderData: rows.isPlaceholderData,
    error: rows.error,
    asOf: rows.dataUpdatedAt,
    shown: (params.get(`${prefix}columns`) ?? '').split(',').filter(Boolean),
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

/** Reads the state of a list from the address. An invalid page becomes the first one. */
export function readListParams(params: URLSearchParams, filters: readonly string[], prefix = '') {
  const query: Record<string, string> = {}
  for (const name of ['search', 'sort', ...filters]) {
    const value = params.get(prefix + name)
    if (value) query[name] = value
  }
  return { page: pageNumber(params, `${prefix}page`), query }
}

/** Returns the address's parameters after some changes: "" removes a name, other names stay. */
function listParamsAfter(current: URLSearchParams, changes: Record<string, string>, prefix: string): URLSearchParams {
  const next = new URLSearchParams(current)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(prefix + name, value)
    else next.delete(prefix + name)
  }
  return next
}

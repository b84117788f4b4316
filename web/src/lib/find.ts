import { useQueries } from '@tanstack/react-query'
import { useSettled } from './use-settled'

/** A result of a search over several lists. */
export type Hit = { key: string; to: string; label: string; about: string }

/** What a search has found so far. */
export type Hits = { hits: readonly Hit[]; isSearching: boolean; hasFailed: boolean }

/** A list that is searched. kind says what a hit is, such as "Session", and is unique: it is part of the query's key. */
export type Source = { kind: string; find: (search: string, signal: AbortSignal) => Promise<Hit[]> }

/** Searches lists for two or more letters, after typing has paused. The keys of the queries begin with keyPrefix. */
export function useFind(keyPrefix: readonly string[], sources: readonly Source[], text: string): Hits {
  const typed = text.trim()
  const search = useSettled(typed, 200)
  const answers = useQueries({
    queries: sources.map(({ kind, find }) => ({
      queryKey: [...keyPrefix, 'find', kind, search],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(search, signal),
      enabled: search.length > 1,
      gcTime: 0,
    })),
  })
  const isSearching = typed.length > 1 && (search !== typed || answers.some(({ isFetching }) => isFetching))
  // Hits that arrived later would change which of them Enter opens.
  const hits = isSearching
    ? []
    : sources.flatMap(({ kind }, i) =>
        (answers[i]?.data ?? []).map((hit) => ({ ...hit, about: [kind, hit.about].filter(Boolean).join(': ') })),
      )
  return { hits, isSearching, hasFailed: answers.some(({ isError }) => isError) }
}

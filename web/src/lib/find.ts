import { useQueries } from '@tanstack/react-query'
import { useSettled } from './use-settled'

/** One thing that a search over several lists has found. */
export type Hit = { key: string; to: string; label: string; about: string }

/** What a search has found so far. */
export type Hits = { hits: readonly Hit[]; isSearching: boolean }

/** A list that is searched. Its name says what a hit is. */
export type Source = { kind: string; find: (search: string, signal: AbortSignal) => Promise<Hit[]> }

/** Searches lists after typing has paused. The area is the start of the keys of the answers. */
export function useFind(area: readonly string[], sources: readonly Source[], text: string): Hits {
  const search = useSettled(text.trim(), 200)
  const answers = useQueries({
    queries: sources.map(({ kind, find }) => ({
      queryKey: [...area, 'find', kind, search],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(search, signal),
      enabled: search.length > 1,
      gcTime: 0,
    })),
  })
  const hits = sources.flatMap(({ kind }, i) =>
    (answers[i]?.data ?? []).map((hit) => ({ ...hit, about: [kind, hit.about].filter(Boolean).join(': ') })),
  )
  return { hits, isSearching: answers.some(({ isFetching }) => isFetching) }
}

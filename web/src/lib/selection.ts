import { useState } from 'react'
import type { List } from './list'

/** The rows of a list that are selected: some by their ids, over its pages, or all that match. */
export type Selection = {
  has: (id: string) => boolean
  isAll: boolean
  /** How many rows are selected. */
  size: number
  /** Selects some rows, or takes them out. */
  set: (ids: readonly string[], on: boolean) => void
  selectAll: () => void
  clear: () => void
  ids: readonly string[]
}

/** What is selected stays while the list is paged, and goes when another search or filter shows other rows. */
export function useSelection(list: Pick<List<unknown>, 'query' | 'total'>): Selection {
  const { sort: _, ...narrowing } = list.query
  const of = JSON.stringify(narrowing)
  const [state, setState] = useState({ of, ids: new Set<string>(), isAll: false })
  const { ids, isAll } = state.of === of ? state : { ids: new Set<string>(), isAll: false }
  return {
    has: (id) => isAll || ids.has(id),
    isAll,
    size: isAll ? list.total : ids.size,
    set: (changed, on) => {
      const next = new Set(isAll ? [] : ids)
      for (const id of changed) {
        if (on) next.add(id)
        else next.delete(id)
      }
      setState({ of, ids: next, isAll: false })
    },
    selectAll: () => setState({ of, ids: new Set(), isAll: true }),
    clear: () => setState({ of, ids: new Set(), isAll: false }),
    ids: [...ids],
  }
}

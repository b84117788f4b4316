import { useState } from 'react'
import type { List } from './list'

/** The selected rows of a list: single ids across pages, or all rows that match. */
export type Selection = {
  has: (id: string) => boolean
  isAll: boolean
  /** The number of selected rows. */
  size: number
  /** Selects or deselects rows. */
  set: (ids: readonly string[], on: boolean) => void
  selectAll: () => void
  clear: () => void
  ids: readonly string[]
}

/** The selection stays while the user pages, and is cleared when the search or a filter changes the rows. */
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

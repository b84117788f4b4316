import { useQuery } from '@tanstack/react-query'
import type { SavedView } from './generated'
import { useServerMutation } from './mutation'
import { queryKeys } from './query-keys'
import { send } from './server'

/** The lists that have saved views. */
export type ViewedList = 'users' | 'leads' | 'paid' | 'nominations' | 'transactions'

type ViewInput = { name: string; query: string; shared: string }

/** The saved views of a list: the admin's own and the shared ones. */
export const useViews = (list: ViewedList) =>
  useQuery({
    queryKey: queryKeys.views(list),
    queryFn: ({ signal }) => send<SavedView[]>('/api/views', { query: { list }, signal }),
  }).data ?? []

/** Saves a new view, or changes the one with the given id. */
export const useSaveView = (list: ViewedList, id?: string) =>
  useServerMutation('changeViews', (body: ViewInput) =>
    id
      ? send<SavedView>(`/api/views/${id}`, { method: 'PUT', body })
      : send<SavedView>('/api/views', { method: 'POST', body: { list, ...body } }),
  )

export const useDeleteView = (id: string) =>
  useServerMutation('changeViews', () => send<void>(`/api/views/${id}`, { method: 'DELETE', body: {} }))

/** Returns the part of a list's address that a view stores: all but the page, in a fixed order. */
export function viewOf(search: string | URLSearchParams): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  params.sort()
  return params.toString()
}

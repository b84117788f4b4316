import { useMutation, useQuery } from '@tanstack/react-query'
import { type Body, call } from './api'
import { areas } from './areas'

/** The lists that have saved views. */
export type ViewedList = Body<'POST /api/views'>['list']

const views = [...areas.console, 'views'] as const

/** The saved views of a list: the admin's own and the shared ones. */
export const useViews = (list: ViewedList) =>
  useQuery({
    queryKey: [...views, list],
    queryFn: ({ signal }) => call('GET /api/views', { query: { list }, signal }),
  }).data ?? []

/** Saves a new view, or changes the view with the given id. */
export const useSaveView = (list: ViewedList, id?: string) =>
  useMutation({
    mutationFn: (body: Omit<Body<'POST /api/views'>, 'list'>) =>
      id ? call('PUT /api/views/{id}', { path: { id }, body }) : call('POST /api/views', { body: { list, ...body } }),
  })

export const useDeleteView = (id: string) =>
  useMutation({ mutationFn: () => call('DELETE /api/views/{id}', { path: { id } }) })

/** Returns the part of a list's address that a view stores: all but the page, in a fixed order. */
export function viewOf(search: string | URLSearchParams): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  params.sort()
  return params.toString()
}

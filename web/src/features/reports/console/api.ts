import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Report = Answer<'GET /api/admin/reports/{id}'>

export const reportsKey = [...areas.console, 'reports'] as const

export function reportQuery(id: string) {
  return queryOptions({
    queryKey: [...reportsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/reports/{id}', { path: { id }, signal }),
  })
}

/** Decides about a report. */
export const useDecide = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/admin/reports/{id}/decide'>) =>
      call('POST /api/admin/reports/{id}/decide', { path: { id }, body }),
  })

/** Lifts the suspension of a reported profile. */
export const useReverse = (id: string) =>
  useMutation({ mutationFn: () => call('POST /api/admin/reports/{id}/reverse', { path: { id } }) })

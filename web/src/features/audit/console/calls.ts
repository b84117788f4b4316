import { queryOptions } from '@tanstack/react-query'
import type { AuditChange, AuditChoices } from '@/lib/generated'
import { send } from '@/lib/server'

/** What stood there before an entry's action, and after it. It never changes. */
export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: ['console', '/api/audit', id],
    queryFn: ({ signal }) => send<AuditChange>(`/api/audit/${id}`, { signal }),
  })

/** Whose and which entries there are. */
export const choicesQuery = queryOptions({
  queryKey: ['console', '/api/audit/choices'],
  queryFn: ({ signal }) => send<AuditChoices>('/api/audit/choices', { signal }),
})

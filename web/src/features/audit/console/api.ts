import { queryOptions } from '@tanstack/react-query'
import type { AuditChange, AuditChoices } from '@/lib/generated'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

/** What stood there before an entry's action, and after it. It never changes. */
export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.auditChange(id),
    queryFn: ({ signal }) => send<AuditChange>(`/api/audit/${id}`, { signal }),
  })

/** The actors, actions and subjects that there are. */
export const choicesQuery = queryOptions({
  queryKey: queryKeys.auditChoices,
  queryFn: ({ signal }) => send<AuditChoices>('/api/audit/choices', { signal }),
})

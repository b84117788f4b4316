import { queryOptions } from '@tanstack/react-query'
import type { AuditChange, AuditChoices } from '@/lib/generated'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

/** The values before and after an entry's action. They never change. */
export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.auditChange(id),
    queryFn: ({ signal }) => send<AuditChange>(`/api/audit/${id}`, { signal }),
  })

/** The actors, actions and subjects that occur in the log. */
export const choicesQuery = queryOptions({
  queryKey: queryKeys.auditChoices,
  queryFn: ({ signal }) => send<AuditChoices>('/api/audit/choices', { signal }),
})

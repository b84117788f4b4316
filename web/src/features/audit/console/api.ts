import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type AuditChange = Answer<'GET /api/audit/{id}'>
export type AuditEntry = Row<'GET /api/audit'>

export const auditListKey = [...areas.audit, 'list'] as const

/** The values before and after an entry's action. They never change. */
export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: [...areas.console, 'audit-change', id],
    queryFn: ({ signal }) => call('GET /api/audit/{id}', { path: { id }, signal }),
  })

/** The actors, actions and subjects that occur in the log. */
export const choicesQuery = queryOptions({
  queryKey: [...areas.audit, 'choices'],
  queryFn: ({ signal }) => call('GET /api/audit/choices', { signal }),
})

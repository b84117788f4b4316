import { queryOptions } from '@tanstack/react-query'
import type { EmailCounts, EmailDetail, Resent } from '@/lib/generated'
import { send } from '@/lib/server'

export const emailCountsQuery = queryOptions({
  queryKey: ['console', 'emails', 'summary'],
  queryFn: ({ signal }) => send<EmailCounts>('/api/emails/summary', { signal }),
})

export function emailQuery(id: string) {
  return queryOptions({
    queryKey: ['console', 'emails', id],
    queryFn: ({ signal }) => send<EmailDetail>(`/api/emails/${encodeURIComponent(id)}`, { signal }),
  })
}

export function sendAgain(id: string, confirmed: boolean): Promise<EmailDetail> {
  return send<EmailDetail>(`/api/emails/${encodeURIComponent(id)}/send-again`, { method: 'POST', body: { confirmed } })
}

export function sendAllFailedAgain(): Promise<Resent> {
  return send<Resent>('/api/emails/send-again', { method: 'POST' })
}

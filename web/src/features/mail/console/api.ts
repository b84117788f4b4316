import { queryOptions } from '@tanstack/react-query'
import type { EmailCounts, EmailDetail, Resent } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

export const emailCountsQuery = queryOptions({
  queryKey: queryKeys.emailCounts,
  queryFn: ({ signal }) => send<EmailCounts>('/api/emails/summary', { signal }),
})

export function emailQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.email(id),
    queryFn: ({ signal }) => send<EmailDetail>(`/api/emails/${encodeURIComponent(id)}`, { signal }),
  })
}

type Resend = { id: string; confirmed: boolean }

function resendEmail({ id, confirmed }: Resend): Promise<EmailDetail> {
  return send<EmailDetail>(`/api/emails/${encodeURIComponent(id)}/send-again`, { method: 'POST', body: { confirmed } })
}

export const useResendEmail = () =>
  useServerMutation('resendEmail', resendEmail, {
    store: (client, email, { id }) => client.setQueryData(emailQuery(id).queryKey, email),
  })

type Lift = { id: string; reason: string }

export const useLiftSuppression = () =>
  useServerMutation('liftSuppression', ({ id, reason }: Lift) =>
    send<void>(`/api/suppressions/${encodeURIComponent(id)}/lift`, { method: 'POST', body: { reason } }),
  )

/** Queues every failed email again. */
export const useResendFailedEmails = () =>
  useServerMutation('resendFailedEmails', () => send<Resent>('/api/emails/send-again', { method: 'POST' }))

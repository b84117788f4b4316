import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type {
  EmailCounts,
  EmailDetail,
  EmailText,
  EmailTextDetail,
  EmailTextPreview,
  EmailTextVersion,
  Resent,
  SendingHealth,
  TestEmail,
  Wording,
} from '@/lib/generated'
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

const textsPath = '/api/email-texts'

export const emailTextsQuery = queryOptions({
  queryKey: queryKeys.emailTextList,
  queryFn: ({ signal }) => send<EmailText[]>(textsPath, { signal }),
})

export function emailTextQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.emailText(id),
    queryFn: ({ signal }) => send<EmailTextDetail>(`${textsPath}/${encodeURIComponent(id)}`, { signal }),
  })
}

export function emailTextVersionsQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.emailTextVersions(id),
    queryFn: ({ signal }) => send<EmailTextVersion[]>(`${textsPath}/${encodeURIComponent(id)}/versions`, { signal }),
  })
}

/** A text, which may be unsaved, as its recipient would see it with sample data. */
export function emailTextPreviewQuery(id: string, body: Wording) {
  return queryOptions({
    queryKey: queryKeys.emailTextPreview(id, body),
    queryFn: ({ signal }) =>
      send<EmailTextPreview>(`${textsPath}/${encodeURIComponent(id)}/preview`, {
        method: 'POST',
        body: { ...body },
        signal,
      }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  })
}

type TextChange = { id: string; values: Record<string, unknown> }

export const useSaveEmailText = () =>
  useServerMutation('changeEmailText', ({ id, values }: TextChange) =>
    send<EmailTextDetail>(`${textsPath}/${encodeURIComponent(id)}`, { method: 'PUT', body: values }),
  )

/** Restores a version; 0 is the built-in text. */
export const useRestoreEmailText = () =>
  useServerMutation('changeEmailText', ({ id, values }: TextChange) =>
    send<EmailTextDetail>(`${textsPath}/${encodeURIComponent(id)}/restore`, { method: 'POST', body: values }),
  )

export const useTestEmailText = () =>
  useServerMutation('testEmailText', ({ id, values }: TextChange) =>
    send<TestEmail>(`${textsPath}/${encodeURIComponent(id)}/test`, { method: 'POST', body: values }),
  )

const healthPath = '/api/emails/health'

export const sendingHealthQuery = queryOptions({
  queryKey: queryKeys.sendingHealth,
  queryFn: ({ signal }) => send<SendingHealth>(healthPath, { signal }),
  staleTime: 60_000,
})

const storeHealth = {
  store: (client: QueryClient, health: SendingHealth) => client.setQueryData(sendingHealthQuery.queryKey, health),
}

/** Checks the DNS and the provider again. */
export const useRefreshSendingHealth = () =>
  useServerMutation('refreshSendingHealth', () => send<SendingHealth>(healthPath, { method: 'POST' }), storeHealth)

export const useResumeSending = () =>
  useServerMutation('resumeSending', () => send<SendingHealth>('/api/emails/resume', { method: 'POST' }), storeHealth)

import { keepPreviousData, type MutationFunctionContext, queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Automation = Answer<'GET /api/automations/{id}'>
export type DeliveryRate = SendingHealth['rates'][number]
export type Email = Row<'GET /api/emails'>
export type EmailTextRow = Row<'GET /api/email-texts'>
export type EmailTextDetail = Answer<'GET /api/email-texts/{id}'>
export type EmailTextPreview = Answer<'POST /api/email-texts/{id}/preview'>
export type EmailTextSummary = EmailTextDetail['texts'][number]
export type SendingHealth = Answer<'GET /api/emails/health'>
export type Suppression = Row<'GET /api/suppressions'>
export type Wording = EmailTextDetail['builtIn']

const texts = [...areas.console, 'email-texts'] as const

export const emailTextListKey = [...texts, 'list'] as const
export const emailListKey = [...areas.emails, 'list'] as const
export const suppressionsKey = [...areas.console, 'suppressions'] as const

export const emailCountsQuery = queryOptions({
  queryKey: [...areas.emails, 'counts'],
  queryFn: ({ signal }) => call('GET /api/emails/summary', { signal }),
})

export function emailQuery(id: string) {
  return queryOptions({
    queryKey: [...areas.emails, 'one', id],
    queryFn: ({ signal }) => call('GET /api/emails/{id}', { path: { id }, signal }),
  })
}

type Resend = { id: string; confirmed: boolean }

export const useResendEmail = () =>
  useMutation({
    mutationFn: ({ id, confirmed }: Resend) =>
      call('POST /api/emails/{id}/send-again', { path: { id }, body: { confirmed } }),
    onSuccess: (email, { id }, _optimistic, { client }) => client.setQueryData(emailQuery(id).queryKey, email),
  })

/** Queues every failed email again. */
export const useResendFailedEmails = () => useMutation({ mutationFn: () => call('POST /api/emails/send-again') })

type Lift = { id: string; reason: string }

export const useLiftSuppression = () =>
  useMutation({
    mutationFn: ({ id, reason }: Lift) => call('POST /api/suppressions/{id}/lift', { path: { id }, body: { reason } }),
  })

export function emailTextQuery(id: string) {
  return queryOptions({
    queryKey: [...texts, 'one', id],
    queryFn: ({ signal }) => call('GET /api/email-texts/{id}', { path: { id }, signal }),
  })
}

export function emailTextVersionsQuery(id: string) {
  return queryOptions({
    queryKey: [...texts, 'versions', id],
    queryFn: ({ signal }) => call('GET /api/email-texts/{id}/versions', { path: { id }, signal }),
  })
}

/** A text, which may be unsaved, as its recipient would see it with sample data. */
export function emailTextPreviewQuery(id: string, body: Wording) {
  return queryOptions({
    queryKey: [...areas.console, 'email-text-preview', id, body],
    meta: { isPreview: true },
    queryFn: ({ signal }) => call('POST /api/email-texts/{id}/preview', { path: { id }, body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  })
}

type OfText<Values> = { id: string; values: Values }

export const useSaveEmailText = () =>
  useMutation({
    mutationFn: ({ id, values: body }: OfText<Body<'PUT /api/email-texts/{id}'>>) =>
      call('PUT /api/email-texts/{id}', { path: { id }, body }),
  })

/** Restores a version; 0 is the built-in text. */
export const useRestoreEmailText = () =>
  useMutation({
    mutationFn: ({ id, values: body }: OfText<Body<'POST /api/email-texts/{id}/restore'>>) =>
      call('POST /api/email-texts/{id}/restore', { path: { id }, body }),
  })

/** Saves the draft of a text on top of a version of it. */
export const saveEmailDraft = (id: string, body: Wording & { version: number }) =>
  call('PUT /api/email-texts/{id}/draft', { path: { id }, body })

export const useTestEmailText = () =>
  useMutation({
    mutationFn: ({ id, values: body }: OfText<Body<'POST /api/email-texts/{id}/test'>>) =>
      call('POST /api/email-texts/{id}/test', { path: { id }, body }),
  })

export const sendingHealthQuery = queryOptions({
  queryKey: [...areas.console, 'sending-health'],
  queryFn: ({ signal }) => call('GET /api/emails/health', { signal }),
  staleTime: 60_000,
})

function storeHealth(
  health: SendingHealth,
  _input: unknown,
  _optimistic: unknown,
  { client }: MutationFunctionContext,
) {
  client.setQueryData(sendingHealthQuery.queryKey, health)
}

/** Checks the DNS and the provider again. */
export const useRefreshSendingHealth = () =>
  useMutation({ mutationFn: () => call('POST /api/emails/health'), onSuccess: storeHealth })

export const useResumeSending = () =>
  useMutation({
    mutationFn: () => call('POST /api/emails/resume'),
    onSuccess: storeHealth,
  })

const automations = [...areas.console, 'automations'] as const

export const automationLogKey = (id: string) => [...automations, 'log', id] as const

export const automationsQuery = queryOptions({
  queryKey: [...automations, 'list'],
  queryFn: ({ signal }) => call('GET /api/automations', { signal }),
})

export function automationQuery(id: string) {
  return queryOptions({
    queryKey: [...automations, 'one', id],
    queryFn: ({ signal }) => call('GET /api/automations/{id}', { path: { id }, signal }),
  })
}

type Saved = { id: string; values: Body<'PUT /api/automations/{id}'> }

export const useSaveAutomation = () =>
  useMutation({
    mutationFn: ({ id, values: body }: Saved) => call('PUT /api/automations/{id}', { path: { id }, body }),
    onSuccess: (automation, { id }, _optimistic, { client }) =>
      client.setQueryData(automationQuery(id).queryKey, automation),
  })

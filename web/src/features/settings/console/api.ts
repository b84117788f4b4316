import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import type { InitialValues } from '@/lib/form-schema'
import { settingsForm } from '@/lib/generated'

export type ProviderState = Row<'GET /api/providers'>
type SettingsAnswer = Answer<'GET /api/admin/settings'>
export type Settings = Omit<SettingsAnswer, 'values'> & { values: InitialValues<typeof settingsForm> }
export type WebhookDiagnostic = Row<'GET /api/webhook-diagnostics'>

export const settingsQuery = queryOptions({
  queryKey: [...areas.console, 'settings'],
  queryFn: async ({ signal }) => decodeFlags(await call('GET /api/admin/settings', { signal })),
})

// The server answers every setting as text.
function decodeFlags({ values, ...rest }: SettingsAnswer): Settings {
  const flags = settingsForm.filter(({ kind }) => kind === 'flag')
  return {
    ...rest,
    values: { ...values, ...Object.fromEntries(flags.map(({ name }) => [name, values[name] === 'true'])) },
  }
}

/** Saves some of the settings. updatedAt names the version that the admin has seen. */
export const useSaveSettings = () =>
  useMutation({
    mutationFn: async (body: Body<'PUT /api/admin/settings'> & { updatedAt: string }) =>
      decodeFlags(await call('PUT /api/admin/settings', { body })),
    onSuccess: (settings, _body, _optimistic, { client }) => client.setQueryData(settingsQuery.queryKey, settings),
  })

export type ModuleRow = Row<'GET /api/admin/modules'>

/** Switches a module on or off. The menus follow the public configuration. */
export const useSwitchModule = () =>
  useMutation({
    mutationFn: ({ id, isOn }: { id: ModuleRow['id']; isOn: boolean }) =>
      call('PUT /api/admin/modules/{id}', { path: { id }, body: { isOn } }),
  })

/** The unpaid sales that a change of tax affects. */
export const openSalesQuery = queryOptions({
  queryKey: [...areas.console, 'open-sales'],
  queryFn: ({ signal }) => call('GET /api/payments/open', { signal }),
  gcTime: 0,
})

/** Previews an email in a frame that is not saved. */
export function framePreviewQuery(body: Body<'POST /api/email-frame/preview'>) {
  return queryOptions({
    queryKey: [...areas.console, 'email-frame-preview', body],
    meta: { isPreview: true },
    queryFn: ({ signal }) => call('POST /api/email-frame/preview', { body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  })
}

export const providersQuery = queryOptions({
  queryKey: areas.providers,
  queryFn: ({ signal }) => call('GET /api/providers', { signal }),
})

export const webhooksKey = [...areas.console, 'webhook-events'] as const

export const useTestRazorpay = () =>
  useMutation({
    mutationFn: () => call('POST /api/providers/razorpay/test'),
  })

export const useSendTestEmail = () =>
  useMutation({
    mutationFn: (email: string) => call('POST /api/providers/brevo/test', { body: { email } }),
  })

/** The status of the test email, polled until the provider has answered. */
export const testEmailQuery = (id: string) =>
  queryOptions({
    queryKey: [...areas.emails, 'one', id],
    queryFn: ({ signal }) => call('GET /api/emails/{id}', { path: { id }, signal }),
    refetchInterval: ({ state }) => (isPending(state.data?.status) ? 2000 : false),
  })

/** Reports whether the provider has not answered yet. */
export function isPending(status: string | undefined): boolean {
  return status === undefined || status === 'queued' || status === 'sending'
}

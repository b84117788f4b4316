import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  EmailDetail,
  EmailTextPreview,
  OpenSales,
  ProviderState,
  ProviderTestResult,
  Settings,
  TestEmail,
} from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => send<Settings>('/api/admin/settings', { signal }),
})

/** Saves some of the settings. updatedAt names the version that the admin has seen. */
export const useSaveSettings = () =>
  useServerMutation(
    'saveSettings',
    (body: Record<string, unknown> & { updatedAt: string }) =>
      send<Settings>('/api/admin/settings', { method: 'PUT', body }),
    { store: (client, settings) => client.setQueryData(settingsQuery.queryKey, settings) },
  )

/** The unpaid sales that a change of tax affects. */
export const openSalesQuery = queryOptions({
  queryKey: queryKeys.openSales,
  queryFn: ({ signal }) => send<OpenSales>('/api/payments/open', { signal }),
  gcTime: 0,
})

/** Previews an email in a frame that is not saved. */
export function framePreviewQuery(body: Record<string, string>) {
  return queryOptions({
    queryKey: queryKeys.emailFramePreview(body),
    queryFn: ({ signal }) => send<EmailTextPreview>('/api/email-frame/preview', { method: 'POST', body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  })
}

export const providersQuery = queryOptions({
  queryKey: queryKeys.providers,
  queryFn: ({ signal }) => send<ProviderState[]>('/api/providers', { signal }),
})

export const useTestRazorpay = () =>
  useServerMutation('testRazorpay', () => send<ProviderTestResult>('/api/providers/razorpay/test', { method: 'POST' }))

export const useSendTestEmail = () =>
  useServerMutation('sendTestEmail', (email: string) =>
    send<TestEmail>('/api/providers/brevo/test', { method: 'POST', body: { email } }),
  )

/** The status of the test email, polled until the provider has answered. */
export const testEmailQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.email(id),
    queryFn: ({ signal }) => send<EmailDetail>(`/api/emails/${id}`, { signal }),
    refetchInterval: ({ state }) => (isPending(state.data?.status) ? 2000 : false),
  })

/** Reports whether the provider has not answered yet. */
export function isPending(status: string | undefined): boolean {
  return status === undefined || status === 'queued' || status === 'sending'
}

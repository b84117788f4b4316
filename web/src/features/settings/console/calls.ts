import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ProviderState, ProviderTried, Settings, TestLetter } from '@/lib/generated'
import { send } from '@/lib/server'

export const settingsQuery = queryOptions({
  queryKey: ['console', 'settings'],
  queryFn: ({ signal }) => send<Settings>('/api/admin/settings', { signal }),
})

/** Saves some of the settings over the edition that was seen. */
export function saveSettings(values: Record<string, unknown>, updatedAt: string): Promise<Settings> {
  return send<Settings>('/api/admin/settings', { method: 'PUT', body: { ...values, updatedAt } })
}

/** What visitors see follows the settings: it is read anew where it is shown next. */
export function forgetPublicWords(client: QueryClient) {
  for (const key of ['config', 'footer', 'landing', 'membership-tiers']) client.invalidateQueries({ queryKey: [key] })
}

export const providersQuery = queryOptions({
  queryKey: ['console', 'providers'],
  queryFn: ({ signal }) => send<ProviderState[]>('/api/providers', { signal }),
})

export function testRazorpay(): Promise<ProviderTried> {
  return send<ProviderTried>('/api/providers/razorpay/test', { method: 'POST' })
}

export function sendTestLetter(email: string): Promise<TestLetter> {
  return send<TestLetter>('/api/providers/brevo/test', { method: 'POST', body: { email } })
}

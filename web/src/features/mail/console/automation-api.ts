import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Automation, AutomationWording, CampaignPreview, CampaignTest } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

const path = '/api/automations'

export const automationsQuery = queryOptions({
  queryKey: queryKeys.automationList,
  queryFn: ({ signal }) => send<Automation[]>(path, { signal }),
})

export function automationQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.automation(id),
    queryFn: ({ signal }) => send<Automation>(`${path}/${encodeURIComponent(id)}`, { signal }),
  })
}

/** The text as a reader would get it, with an example of what is known of them, or with nothing known. */
export function automationPreviewQuery(id: string, text: AutomationWording, facts: 'known' | 'unknown') {
  const body = { ...text, facts }
  return queryOptions({
    queryKey: queryKeys.automationPreview(id, body),
    queryFn: ({ signal }) => send<CampaignPreview>(`${path}/${id}/preview`, { method: 'POST', body, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}

type Saved = { id: string; values: Record<string, unknown> }

export const useSaveAutomation = () =>
  useServerMutation(
    'saveAutomation',
    ({ id, values }: Saved) => send<Automation>(`${path}/${id}`, { method: 'PUT', body: values }),
    { store: (client, automation, { id }) => client.setQueryData(automationQuery(id).queryKey, automation) },
  )

export const useTestAutomation = () =>
  useServerMutation('testAutomation', ({ id, values }: Saved) =>
    send<CampaignTest>(`${path}/${id}/test`, { method: 'POST', body: values }),
  )

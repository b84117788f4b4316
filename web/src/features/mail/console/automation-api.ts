import { queryOptions } from '@tanstack/react-query'
import type { Automation } from '@/lib/generated'
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

type Saved = { id: string; values: Record<string, unknown> }

export const useSaveAutomation = () =>
  useServerMutation(
    'saveAutomation',
    ({ id, values }: Saved) => send<Automation>(`${path}/${id}`, { method: 'PUT', body: values }),
    { store: (client, automation, { id }) => client.setQueryData(automationQuery(id).queryKey, automation) },
  )

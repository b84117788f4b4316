import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'

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
    meta: { invalidates: [automations, areas.audit] },
  })

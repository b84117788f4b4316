import type { Reauthentication } from '@/lib/account-api'
import type { Approval } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { send } from '@/lib/server'

const pathOf = (id: string, step: 'confirm' | 'refuse') => `/api/approvals/${encodeURIComponent(id)}/${step}`

/** Carries out an action that another admin requested. */
export const useConfirmApproval = () =>
  useServerMutation('decideApproval', ({ id, body }: { id: string; body: Reauthentication }) =>
    send<Approval>(pathOf(id, 'confirm'), { method: 'POST', body }),
  )

/** Refuses another admin's request, or withdraws the admin's own. */
export const useRefuseApproval = () =>
  useServerMutation('decideApproval', (id: string) => send<Approval>(pathOf(id, 'refuse'), { method: 'POST' }))

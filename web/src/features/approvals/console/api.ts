import { useMutation } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import { call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Approval = Row<'GET /api/approvals'>

export const approvalsKey = [...areas.console, 'approvals'] as const

/** Carries out an action that another admin requested. */
export const useConfirmApproval = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string; body: Reauthentication }) =>
      call('POST /api/approvals/{id}/confirm', { path: { id }, body }),
  })

/** Refuses another admin's request, or withdraws the admin's own. */
export const useRefuseApproval = () =>
  useMutation({
    mutationFn: (id: string) => call('POST /api/approvals/{id}/refuse', { path: { id } }),
  })

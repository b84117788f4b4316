import { useMutation } from '@tanstack/react-query'
import { type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'
import { renewConnection } from '@/lib/live'
import { accountKeys } from './api'

/** Whose account it is. */
export type Owner = 'member' | 'admin'

const basePath = { member: '/api/user', admin: '/api/admin/me' } as const

/** A call that ends the other sessions gives this one a new key, so an admin's live connection must be renewed. */
export async function renewed<Result>(owner: Owner, called: Promise<Result>): Promise<Result> {
  const answer = await called
  // Without a connection the page still has its Refresh button.
  if (owner === 'admin') await renewConnection().catch(() => {})
  return answer
}

const { security, memberSessions, ownAdmin, ownSessions } = accountKeys

const changed = { invalidates: [security, memberSessions, ownAdmin, ownSessions, areas.admins, areas.audit] }

export const useStartTotp = (owner: Owner) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/second-factor'>) => call(`POST ${basePath[owner]}/second-factor`, { body }),
    meta: { invalidates: [areas.audit] },
  })

export const useConfirmTotp = (owner: Owner) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/second-factor/confirm'>) =>
      renewed(owner, call(`POST ${basePath[owner]}/second-factor/confirm`, { body })),
    meta: changed,
  })

export const useRemoveTotp = (owner: Owner) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/second-factor/remove'>) =>
      renewed(owner, call(`POST ${basePath[owner]}/second-factor/remove`, { body })),
    meta: changed,
  })

/** Creates new recovery codes. The old codes stop working at once. */
export const useRenewRecoveryCodes = (owner: Owner) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/recovery-codes'>) =>
      call(`POST ${basePath[owner]}/recovery-codes`, { body }),
    meta: { invalidates: [security, ownAdmin, areas.audit] },
  })

/** A member's or an admin's new password, with what proves who they are. */
export type ChangedPassword = Body<'POST /api/user/password'> | Body<'POST /api/admin/me/password'>

/** Changes the password of the signed-in account and ends its other sessions. */
export const useChangePassword = (owner: Owner) =>
  useMutation({
    mutationFn: (body: ChangedPassword) => renewed(owner, call(`POST ${basePath[owner]}/password`, { body })),
    meta: { invalidates: [memberSessions, security, ownSessions, areas.audit] },
  })

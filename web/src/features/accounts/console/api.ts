import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import { useAdminSession } from '@/lib/admin-session'
import type { FormValues } from '@/lib/form-schema'
import type {
  AdminAccount,
  AdminMember,
  adminLoginForm,
  grantForm,
  inviteForm,
  Message,
  OwnAdmin,
  OwnSession,
  ownEmailForm,
  roleForm,
  welcomeForm,
} from '@/lib/generated'
import { useLiveQuery } from '@/lib/live'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'
import { securityQuery } from '../api'
import { renewed } from '../totp'

type Welcome = { message: string; username: string }

function adminLogin(body: FormValues<typeof adminLoginForm>): Promise<Welcome> {
  return send('/api/admin/login', { method: 'POST', body })
}

/** Signs in to the console. Accounts with two-step sign-in also need a code. */
export const useAdminLogin = () => useServerMutation('adminLogin', adminLogin)

function acceptAdminInvitation(body: FormValues<typeof welcomeForm>): Promise<Welcome> {
  return send('/api/admin/welcome', { method: 'POST', body })
}

/** Sets the first password of an invited admin. */
export const useAcceptAdminInvitation = () => useServerMutation('acceptAdminInvitation', acceptAdminInvitation)

function inviteAdmin(body: FormValues<typeof inviteForm>): Promise<AdminAccount> {
  return send('/api/admins', { method: 'POST', body })
}

export const useInviteAdmin = () => useServerMutation('inviteAdmin', inviteAdmin)

/** The steps on another admin's account, by their names in the route. */
export type AdminStep = 'invitation' | 'deactivate' | 'reactivate' | 'second-factor/reset'

type AdminChange = { id: string; step: AdminStep; reauthentication: Reauthentication }

function changeAdmin({ id, step, reauthentication }: AdminChange): Promise<AdminAccount> {
  return send(`/api/admins/${id}/${step}`, { method: 'POST', body: reauthentication })
}

export const useChangeAdmin = () => useServerMutation('changeAdmin', changeAdmin)

type RoleChange = { id: string; values: FormValues<typeof roleForm> }

function changeRole({ id, values }: RoleChange): Promise<AdminAccount> {
  return send(`/api/admins/${id}/role`, { method: 'PUT', body: values })
}

export const useChangeRole = () => useServerMutation('changeRole', changeRole)

/** The members who have admin rights. */
export const useAdminMembers = () =>
  useLiveQuery<AdminMember[]>({ queryKey: queryKeys.adminMembers, path: '/api/admins/members' }, [
    'members',
    'settings',
  ])

function grantAdminRights(body: FormValues<typeof grantForm>): Promise<AdminMember> {
  return send('/api/admins/members', { method: 'POST', body })
}

export const useGrantAdminRights = () => useServerMutation('grantAdminRights', grantAdminRights)

type Withdrawal = { id: string; reauthentication: Reauthentication }

function withdrawAdminRights({ id, reauthentication }: Withdrawal): Promise<void> {
  return send(`/api/admins/members/${id}/withdraw`, { method: 'POST', body: reauthentication })
}

export const useWithdrawAdminRights = () => useServerMutation('withdrawAdminRights', withdrawAdminRights)

/** The admin's own account. */
export const ownAdminQuery = queryOptions({
  queryKey: queryKeys.ownAdmin,
  queryFn: ({ signal }) => send<OwnAdmin>('/api/admin/me', { signal }),
})

/** Reports whether the current account needs a code to re-authenticate. */
export function useAsksCode(): boolean {
  const { session } = useAdminSession()
  const { data: me } = useQuery({ ...ownAdminQuery, enabled: session?.via === 'admin' })
  const { data: member } = useQuery({ ...securityQuery, enabled: session?.via === 'user' })
  return (me ?? member)?.secondFactor ?? false
}

function changeOwnEmail(body: FormValues<typeof ownEmailForm>): Promise<Message> {
  return renewed('admin', send('/api/admin/me/email', { method: 'POST', body }))
}

export const useChangeOwnEmail = () => useServerMutation('changeOwnEmail', changeOwnEmail)

/** The admin's sessions. */
export const ownSessionsQuery = queryOptions({
  queryKey: queryKeys.ownSessions,
  queryFn: ({ signal }) => send<OwnSession[]>('/api/admin/me/sessions', { signal }),
})

type SessionEnd = { id: string; reauthentication: Reauthentication }

function endOwnSession({ id, reauthentication }: SessionEnd): Promise<void> {
  return send(`/api/admin/me/sessions/${id}/end`, { method: 'POST', body: reauthentication })
}

function endOwnSessions(body: Reauthentication): Promise<void> {
  return send('/api/admin/me/sessions/end', { method: 'POST', body })
}

/** Ends all sessions of the account, including this one. */
export const useEndOwnSessions = () => useServerMutation('endOwnSessions', endOwnSessions)

export const useEndOwnSession = () => useServerMutation('endOwnSession', endOwnSession)

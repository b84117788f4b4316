import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import { useAdminSession } from '@/lib/admin-session'
import { type Answer, type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import { useReading } from '@/lib/reading'
import { accountKeys, renewed, securityQuery } from '../api'
import { signChallenge } from '../passkeys'

export type AdminAccount = Row<'GET /api/admins'>
export type AdminMember = Row<'GET /api/admins/members'>
export type OwnAdmin = Answer<'GET /api/admin/me'>

export const adminListKey = [...areas.admins, 'list'] as const

/** Signs in to the console. Accounts with two-step sign-in also need a code. */
export const useAdminLogin = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/admin/login'>) => call('POST /api/admin/login', { body }),
  })

/** Signs in to the console with a passkey. */
export const useAdminPasskeyLogin = () =>
  useMutation({
    mutationFn: async () => {
      const { publicKey } = await call('POST /api/admin/login/passkey/begin')
      return call('POST /api/admin/login/passkey/finish', { body: await signChallenge(publicKey) })
    },
  })

/** Sets the first password of an invited admin. */
export const useAcceptAdminInvitation = () =>
  useMutation({ mutationFn: (body: Body<'POST /api/admin/welcome'>) => call('POST /api/admin/welcome', { body }) })

export const useInviteAdmin = () =>
  useMutation({ mutationFn: (body: Body<'POST /api/admins'>) => call('POST /api/admins', { body }) })

/** The steps on another admin's account, by their names in the route. */
export type AdminStep = 'invitation' | 'deactivate' | 'reactivate' | 'second-factor/reset'

/** Only an invitation says whether its email waits. */
type ChangedAdmin = AdminAccount & { isEmailWaiting?: boolean }

type AdminChange = { id: string; step: AdminStep; reauthentication: Reauthentication }

export const useChangeAdmin = () =>
  useMutation({
    mutationFn: ({ id, step, reauthentication: body }: AdminChange): Promise<ChangedAdmin> =>
      call(`POST /api/admins/{id}/${step}`, { path: { id }, body }),
  })

type RoleChange = { id: string; values: Body<'PUT /api/admins/{id}/role'> }

export const useChangeRole = () =>
  useMutation({
    mutationFn: ({ id, values: body }: RoleChange) => call('PUT /api/admins/{id}/role', { path: { id }, body }),
  })

type PersonChange = { id: string; values: Body<'PUT /api/admins/{id}/person'> }

export const useChangePerson = () =>
  useMutation({
    mutationFn: ({ id, values: body }: PersonChange) => call('PUT /api/admins/{id}/person', { path: { id }, body }),
  })

/** The members who have admin rights. */
export const useAdminMembers = () =>
  useReading({
    queryKey: [...areas.admins, 'members'],
    queryFn: ({ signal }) => call('GET /api/admins/members', { signal }),
  })

export const useGrantAdminRights = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/admins/members'>) => call('POST /api/admins/members', { body }),
  })

type OfOne = { id: string; reauthentication: Reauthentication }

export const useWithdrawAdminRights = () =>
  useMutation({
    mutationFn: ({ id, reauthentication: body }: OfOne) =>
      call('POST /api/admins/members/{id}/withdraw', { path: { id }, body }),
  })

/** The admin's own account. */
export const ownAdminQuery = queryOptions({
  queryKey: accountKeys.ownAdmin,
  queryFn: ({ signal }) => call('GET /api/admin/me', { signal }),
})

/** Reports whether the current account needs a code to re-authenticate. */
export function useAsksCode(): boolean {
  const { session } = useAdminSession()
  const { data: me } = useQuery({ ...ownAdminQuery, enabled: session?.via === 'admin' })
  const { data: member } = useQuery({ ...securityQuery, enabled: session?.via === 'user' })
  return (me ?? member)?.secondFactor ?? false
}

export const useChangeOwnEmail = () =>
  useMutation({ mutationFn: (body: Body<'POST /api/admin/me/email'>) => call('POST /api/admin/me/email', { body }) })

/** Changes the admin's address with the token of the link that was sent to it. */
export const useConfirmOwnEmail = () =>
  useMutation({
    mutationFn: (token: string) => renewed('admin', call('POST /api/admin/me/email/confirm', { body: { token } })),
  })

/** The admin's sessions. */
export const ownSessionsQuery = queryOptions({
  queryKey: accountKeys.ownSessions,
  queryFn: ({ signal }) => call('GET /api/admin/me/sessions', { signal }),
})

/** Ends all sessions of the account, including this one. */
export const useEndOwnSessions = () =>
  useMutation({
    mutationFn: (body: Reauthentication) => call('POST /api/admin/me/sessions/end', { body }),
  })

export const useEndOwnSession = () =>
  useMutation({
    mutationFn: ({ id, reauthentication: body }: OfOne) =>
      call('POST /api/admin/me/sessions/{id}/end', { path: { id }, body }),
  })

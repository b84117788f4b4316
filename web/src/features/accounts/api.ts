import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import { type Answer, type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import { renewConnection } from '@/lib/live'
import { readAgain } from '@/lib/mutation-cache'
import { useSetSessionUser } from '@/lib/session'
import { createPasskey, signChallenge } from './passkeys'

export type ConfirmedEmail = Answer<'POST /api/confirm-email'>
export type EmailPreference = OwnEmailPreferences['topics'][number]
export type Enrolment = Answer<'POST /api/user/second-factor'>
export type FactorState = Pick<Security, 'secondFactor' | 'secondFactorSince' | 'recoveryCodesLeft' | 'isMandatory'>
export type OpenInvitation = Answer<'POST /api/invitations/look'>
type OwnEmailPreferences = Answer<'GET /api/user/email-preferences'>
export type OwnSession = Row<'GET /api/user/sessions'>
export type Passkey = Row<'GET /api/passkeys'>
export type Profile = Answer<'GET /api/user/profile'>
export type QR = Enrolment['qr']
export type ResetDetails = Answer<'POST /api/reset-password/details'>
export type SeatInvitation = Answer<'POST /api/seats/look'>
export type Security = Answer<'GET /api/user/security'>

/** The keys of the account's data that both the member's and the admin's pages change. */
export const accountKeys = {
  security: [...areas.member, 'security'],
  memberSessions: [...areas.member, 'sessions'],
  passkeys: [...areas.member, 'passkeys'],
  adminPasskeys: [...areas.console, 'passkeys'],
  ownAdmin: [...areas.console, 'own-admin'],
  ownSessions: [...areas.console, 'own-sessions'],
} as const

/** The security settings of the member's account. */
export const securityQuery = queryOptions({
  queryKey: accountKeys.security,
  queryFn: ({ signal }) => call('GET /api/user/security', { signal }),
  // The user may have followed a link on another device.
  staleTime: 0,
})

// A sign-in does not wait until the data is read again: the page changes at once.
const signedIn = { keepsData: true }

/** Signs in with the password or the PIN. */
export function useLogin() {
  const setUser = useSetSessionUser()
  return useMutation({
    mutationFn: (body: Body<'POST /api/login'>) => call('POST /api/login', { body }),
    onSuccess(user, _body, _optimistic, { client }) {
      setUser(user)
      readAgain(client)
    },
    meta: signedIn,
  })
}

/**
 * Creates an account and signs it in. It also accepts the invitation, if one is given. onRegistered is called before
 * the session has the new user.
 */
export function useRegister(onRegistered?: () => void) {
  const setUser = useSetSessionUser()
  return useMutation({
    mutationFn: (body: Body<'POST /api/register'>) => call('POST /api/register', { body }),
    onSuccess(user, _body, _optimistic, { client }) {
      onRegistered?.()
      setUser(user)
      readAgain(client)
    },
    meta: signedIn,
  })
}

/** The details of an invitation. They are loaded each time and not cached. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => call('POST /api/invitations/look', { body: { token } }),
    staleTime: 0,
    gcTime: 0,
  })

/** Accepts an invitation with the signed-in account. */
export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (token: string) => call('POST /api/invitations/accept', { body: { token } }),
  })

/** The details of a company's invitation. They are loaded each time and not cached. */
export const seatInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['seat-invitation', token],
    queryFn: () => call('POST /api/seats/look', { body: { token } }),
    staleTime: 0,
    gcTime: 0,
  })

/** Accepts the seat with the signed-in account. */
export const useAcceptSeat = () =>
  useMutation({
    mutationFn: (token: string) => call('POST /api/seats/accept', { body: { token } }),
  })

/** The effects of a reset link. They are not cached, because the link may have been used in another tab. */
export const resetDetailsQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-details', token],
    queryFn: () => call('POST /api/reset-password/details', { body: { token } }),
    staleTime: 0,
    gcTime: 0,
  })

/** Sets a new password with the token of a reset link. It ends all sessions of the account. */
export function useResetPassword() {
  const setUser = useSetSessionUser()
  return useMutation({
    mutationFn: (body: Body<'POST /api/reset-password'>) => call('POST /api/reset-password', { body }),
    onSuccess: () => setUser(null),
  })
}

/** Signs in with a passkey. */
export function usePasskeyLogin() {
  const setUser = useSetSessionUser()
  return useMutation({
    mutationFn: async () => {
      const { publicKey } = await call('POST /api/passkeys/login/begin')
      return call('POST /api/passkeys/login/finish', { body: await signChallenge(publicKey) })
    },
    onSuccess(user, _input, _optimistic, { client }) {
      setUser(user)
      readAgain(client)
    },
    meta: signedIn,
  })
}

const passkeyRoutes = {
  member: {
    list: 'GET /api/passkeys',
    begin: 'POST /api/passkeys/begin',
    finish: 'POST /api/passkeys/finish',
    remove: 'DELETE /api/passkeys/{id}',
    key: accountKeys.passkeys,
  },
  admin: {
    list: 'GET /api/admin/me/passkeys',
    begin: 'POST /api/admin/me/passkeys/begin',
    finish: 'POST /api/admin/me/passkeys/finish',
    remove: 'POST /api/admin/me/passkeys/{id}/remove',
    key: accountKeys.adminPasskeys,
  },
} as const

export const passkeysQuery = (owner: Owner) =>
  queryOptions({
    queryKey: passkeyRoutes[owner].key,
    queryFn: ({ signal }) => call(passkeyRoutes[owner].list, { signal }),
  })

export function useAddPasskey(owner: Owner) {
  return useMutation({
    mutationFn: async (body: Reauthentication) => {
      const { publicKey } = await call(passkeyRoutes[owner].begin, { body })
      return call(passkeyRoutes[owner].finish, { body: await createPasskey(publicKey) })
    },
  })
}

type Removal = { id: string; reauthentication: Reauthentication }

export function useRemovePasskey(owner: Owner) {
  return useMutation({
    mutationFn: ({ id, reauthentication: body }: Removal) => call(passkeyRoutes[owner].remove, { path: { id }, body }),
  })
}

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

export const useStartTotp = (owner: Owner) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/second-factor'>) => call(`POST ${basePath[owner]}/second-factor`, { body }),
  })

export const useConfirmTotp = (owner: Owner) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/second-factor/confirm'>) =>
      renewed(owner, call(`POST ${basePath[owner]}/second-factor/confirm`, { body })),
  })

export const useRemoveTotp = (owner: Owner) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/second-factor/remove'>) =>
      renewed(owner, call(`POST ${basePath[owner]}/second-factor/remove`, { body })),
  })

/** Creates new recovery codes. The old codes stop working at once. */
export const useRenewRecoveryCodes = (owner: Owner) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/recovery-codes'>) =>
      call(`POST ${basePath[owner]}/recovery-codes`, { body }),
  })

/** Changes the password of the signed-in member and ends their other sessions. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/password'>) => call('POST /api/user/password', { body }),
  })

/** Changes the password of the signed-in admin and ends their other sessions. */
export const useChangeAdminPassword = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/admin/me/password'>) =>
      renewed('admin', call('POST /api/admin/me/password', { body })),
  })

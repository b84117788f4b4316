import { queryOptions } from '@tanstack/react-query'
import type { FormValues } from '@/lib/form-schema'
import type {
  loginForm,
  Mine,
  OpenInvitation,
  OwnNomination,
  ResetDetails,
  registerForm,
  SeatInvitation,
  Security,
  SessionUser,
} from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'
import { useSetSessionUser } from '@/lib/session'

/** The security settings of the member's account. */
export const securityQuery = queryOptions({
  queryKey: queryKeys.security,
  queryFn: ({ signal }) => send<Security>('/api/user/security', { signal }),
  // The user may have followed a link on another device.
  staleTime: 0,
})

function login(body: FormValues<typeof loginForm>): Promise<SessionUser> {
  return send('/api/login', { method: 'POST', body })
}

/** Signs in with the password or the PIN. */
export function useLogin() {
  const setUser = useSetSessionUser()
  return useServerMutation('login', login, { store: (_, user) => setUser(user) })
}

function register(body: FormValues<typeof registerForm> & { invitation?: string }): Promise<SessionUser> {
  return send('/api/register', { method: 'POST', body })
}

/**
 * Creates an account and signs it in. It also accepts the invitation, if one is given. onRegistered is called before
 * the session has the new user.
 */
export function useRegister(onRegistered?: () => void) {
  const setUser = useSetSessionUser()
  return useServerMutation('register', register, {
    store: (_, user) => {
      onRegistered?.()
      setUser(user)
    },
  })
}

/** The details of an invitation. They are loaded each time and not cached. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.invitation(token),
    queryFn: () => send<OpenInvitation>('/api/invitations/look', { method: 'POST', body: { token } }),
    staleTime: 0,
    gcTime: 0,
  })

function acceptInvitation(token: string): Promise<OwnNomination> {
  return send('/api/invitations/accept', { method: 'POST', body: { token } })
}

/** Accepts an invitation with the signed-in account. */
export const useAcceptInvitation = () => useServerMutation('acceptInvitation', acceptInvitation)

/** The details of a company's invitation. They are loaded each time and not cached. */
export const seatInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.seatInvitation(token),
    queryFn: () =>
      send<SeatInvitation>('/api/seats/look', {
        method: 'POST',
        body: { token },
      }),
    staleTime: 0,
    gcTime: 0,
  })

/** Accepts the seat with the signed-in account. */
export const useAcceptSeat = () =>
  useServerMutation('acceptSeat', (token: string) =>
    send<Mine>('/api/seats/accept', { method: 'POST', body: { token } }),
  )

/** The effects of a reset link. They are not cached, because the link may have been used in another tab. */
export const resetDetailsQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.resetDetails(token),
    queryFn: () => send<ResetDetails>('/api/reset-password/details', { method: 'POST', body: { token } }),
    staleTime: 0,
    gcTime: 0,
  })

type NewPassword = { token: string; newPassword: string; removePasskeys: string[] }

function resetPassword(body: NewPassword): Promise<{ message: string }> {
  return send('/api/reset-password', { method: 'POST', body })
}

/** Sets a new password with the token of a reset link. It ends all sessions of the account. */
export function useResetPassword() {
  const setUser = useSetSessionUser()
  return useServerMutation('resetPassword', resetPassword, { store: () => setUser(null) })
}

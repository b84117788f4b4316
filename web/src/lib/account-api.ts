import type { QueryClient } from '@tanstack/react-query'
import type { FormValues } from './form-schema'
import type { AdminSession, forgotPasswordForm, Message, reauthenticateForm } from './generated'
import { useServerMutation } from './mutation'
import { queryKeys } from './query-keys'
import { send } from './server'
import { useSetSessionUser } from './session'

function forgotPassword(body: FormValues<typeof forgotPasswordForm>): Promise<{ message: string }> {
  return send('/api/forgot-password', { method: 'POST', body })
}

/** Requests a reset link. The answer does not reveal whether the account exists. */
export const useForgotPassword = () => useServerMutation('forgotPassword', forgotPassword)

/** Requests a link that verifies the member's email address. */
export const useRequestVerification = () =>
  useServerMutation('requestVerification', () => send<Message>('/api/user/verification', { method: 'POST' }))

/** Ends the member's session, in the browser and on the server. */
export function useEndSession() {
  const forget = useForgetSession()
  return useServerMutation('logout', () => send<void>('/api/logout', { method: 'POST' }), { store: forget })
}

/** Ends all sessions of the member's account, including this one. */
export function useEndAllSessions() {
  const forget = useForgetSession()
  return useServerMutation('endMemberSessions', () => send<void>('/api/user/sessions', { method: 'DELETE' }), {
    store: forget,
  })
}

/** Removes cached data, so that the next user of this browser does not see it. */
function useForgetSession(): (client: QueryClient) => void {
  const setUser = useSetSessionUser()
  return (client) => {
    setUser(null)
    client.removeQueries({ queryKey: queryKeys.member })
    // A member with admin rights also leaves the console.
    if (client.getQueryData<AdminSession | null>(queryKeys.adminSession)?.via !== 'user') return
    client.removeQueries({ queryKey: queryKeys.console })
    client.setQueryData(queryKeys.adminSession, null)
  }
}

/** The re-authentication before a critical action: the password and, with two-step sign-in, a code. */
export type Reauthentication = FormValues<typeof reauthenticateForm>

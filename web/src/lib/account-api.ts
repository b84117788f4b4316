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

/** Asks for a reset link. The answer does not tell whether there is such an account. */
export const useForgotPassword = () => useServerMutation('forgotPassword', forgotPassword)

/** Asks for a link that verifies the member's email address. */
export const useRequestVerification = () =>
  useServerMutation('requestVerification', () => send<Message>('/api/user/verification', { method: 'POST' }))

/** Ends the member's session, here and on the server. */
export function useEndSession() {
  const forget = useForgetSession()
  return useServerMutation('logout', () => send<void>('/api/logout', { method: 'POST' }), { store: forget })
}

/** Ends all sessions of the member's account, this one too. */
export function useEndAllSessions() {
  const forget = useForgetSession()
  return useServerMutation('endMemberSessions', () => send<void>('/api/user/sessions', { method: 'DELETE' }), {
    store: forget,
  })
}

/** What was read in a session must not be shown to whoever comes next. */
function useForgetSession(): (client: QueryClient) => void {
  const setUser = useSetSessionUser()
  return (client) => {
    setUser(null)
    client.removeQueries({ queryKey: queryKeys.member })
    // a member with admin rights has left the console, too
    if (client.getQueryData<AdminSession | null>(queryKeys.adminSession)?.via !== 'user') return
    client.removeQueries({ queryKey: queryKeys.console })
    client.setQueryData(queryKeys.adminSession, null)
  }
}

/** What an admin is asked for again before something grave: the password and, with two-step sign-in, a code. */
export type Reauthentication = FormValues<typeof reauthenticateForm>

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Body, call } from './api'
import type { AdminSession } from './api-types'
import { areas } from './areas'
import type { FormValues } from './form-schema'
import type { reauthenticateForm } from './generated'
import { useSetSessionUser } from './session'

/** Requests a reset link. The answer does not reveal whether the account exists. */
export const useForgotPassword = () =>
  useMutation({ mutationFn: (body: Body<'POST /api/forgot-password'>) => call('POST /api/forgot-password', { body }) })

/** Requests a link that verifies the member's email address. */
export const useRequestVerification = () => useMutation({ mutationFn: () => call('POST /api/user/verification') })

// After a sign-out there is nothing left to read.
const meta = { keepsData: true }

/** Ends the member's session, in the browser and on the server. */
export function useEndSession() {
  const forget = useForgetSession()
  return useMutation({ mutationFn: () => call('POST /api/logout'), onSuccess: forget, meta })
}

/** Ends the admin's session. */
export const useEndAdminSession = () => useMutation({ mutationFn: () => call('POST /api/admin/logout'), meta })

/** Ends all sessions of the member's account, including this one. */
export function useEndAllSessions() {
  const forget = useForgetSession()
  return useMutation({ mutationFn: () => call('DELETE /api/user/sessions'), onSuccess: forget, meta })
}

/** Removes cached data, so that the next user of this browser does not see it. */
function useForgetSession(): () => void {
  const setUser = useSetSessionUser()
  const client = useQueryClient()
  return () => {
    setUser(null)
    client.removeQueries({ queryKey: areas.member })
    // A member with admin rights also leaves the console.
    if (client.getQueryData<AdminSession | null>(areas.adminSession)?.via !== 'user') return
    client.removeQueries({ queryKey: areas.console })
    client.setQueryData(areas.adminSession, null)
  }
}

/** The re-authentication before a critical action: the password and, with two-step sign-in, a code. */
export type Reauthentication = FormValues<typeof reauthenticateForm>

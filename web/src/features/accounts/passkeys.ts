import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import { call } from '@/lib/api'
import { areas } from '@/lib/areas'
import { useSetSessionUser } from '@/lib/session'
import { accountKeys, signedIn } from './api'
import { adminSignedIn } from './console/api'

/**
 * Reports whether passkeys can work in this browser and on this host, which must be a domain name, not an IP address.
 */
export function passkeysWork(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname)
}

/** Reports whether the user closed the browser's passkey dialog. That needs no error message. */
export function wasCancelled(error: unknown): boolean {
  const cause = error instanceof WebAuthnError ? error.cause : error
  return cause instanceof Error && (cause.name === 'NotAllowedError' || cause.name === 'AbortError')
}

/** Whose passkeys they are. */
type Owner = 'member' | 'admin'

const routes = {
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
  queryOptions({ queryKey: routes[owner].key, queryFn: ({ signal }) => call(routes[owner].list, { signal }) })

const meta = { invalidates: [accountKeys.passkeys, accountKeys.adminPasskeys, areas.audit] }

export function useAddPasskey(owner: Owner) {
  return useMutation({
    mutationFn: async (body: Reauthentication) => {
      const { publicKey } = await call(routes[owner].begin, { body })
      const optionsJSON = publicKey as PublicKeyCredentialCreationOptionsJSON
      const { id, rawId, type, response } = await startRegistration({ optionsJSON })
      return call(routes[owner].finish, { body: { id, rawId, type, response: { ...response } } })
    },
    meta,
  })
}

type Removal = { id: string; reauthentication: Reauthentication }

export function useRemovePasskey(owner: Owner) {
  return useMutation({
    mutationFn: ({ id, reauthentication: body }: Removal) => call(routes[owner].remove, { path: { id }, body }),
    meta,
  })
}

/** Lets the browser sign a challenge with a passkey. WebAuthn defines the challenge; the API does not describe it. */
async function sign(publicKey: unknown) {
  const optionsJSON = publicKey as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON })
  return { id, rawId, type, response: { ...response } }
}

/** Signs in with a passkey. */
export function usePasskeyLogin() {
  const setUser = useSetSessionUser()
  return useMutation({
    mutationFn: async () => {
      const { publicKey } = await call('POST /api/passkeys/login/begin')
      return call('POST /api/passkeys/login/finish', { body: await sign(publicKey) })
    },
    onSuccess: (user) => setUser(user),
    meta: signedIn,
  })
}

/** Signs in to the console with a passkey. */
export const useAdminPasskeyLogin = () =>
  useMutation({
    mutationFn: async () => {
      const { publicKey } = await call('POST /api/admin/login/passkey/begin')
      return call('POST /api/admin/login/passkey/finish', { body: await sign(publicKey) })
    },
    meta: adminSignedIn,
  })

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import type { Passkey, SessionUser } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'
import { useSetSessionUser } from '@/lib/session'

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

const listPath = { member: '/api/passkeys', admin: '/api/admin/me/passkeys' } as const
const listKey = { member: queryKeys.passkeys, admin: queryKeys.adminPasskeys } as const

export const passkeysQuery = (owner: Owner) =>
  queryOptions({ queryKey: listKey[owner], queryFn: ({ signal }) => send<Passkey[]>(listPath[owner], { signal }) })

export function useAddPasskey(owner: Owner) {
  return useServerMutation('addPasskey', async (body: Reauthentication): Promise<Passkey> => {
    const { publicKey } = await send<{ publicKey: PublicKeyCredentialCreationOptionsJSON }>(
      `${listPath[owner]}/begin`,
      { method: 'POST', body },
    )
    const credential = await startRegistration({ optionsJSON: publicKey })
    return send(`${listPath[owner]}/finish`, { method: 'POST', body: { ...credential } })
  })
}

type Removal = { id: string; reauthentication: Reauthentication }

export function useRemovePasskey(owner: Owner) {
  return useServerMutation('removePasskey', ({ id, reauthentication: body }: Removal): Promise<void> => {
    const path = `${listPath[owner]}/${id}`
    return owner === 'member'
      ? send(path, { method: 'DELETE', body })
      : send(`${path}/remove`, { method: 'POST', body })
  })
}

async function signIn<Answer>(path: string): Promise<Answer> {
  const { publicKey } = await send<{ publicKey: PublicKeyCredentialRequestOptionsJSON }>(`${path}/begin`, {
    method: 'POST',
  })
  const credential = await startAuthentication({ optionsJSON: publicKey })
  return send(`${path}/finish`, { method: 'POST', body: { ...credential } })
}

/** Signs in with a passkey. */
export function usePasskeyLogin() {
  const setUser = useSetSessionUser()
  return useServerMutation('login', () => signIn<SessionUser>('/api/passkeys/login'), {
    store: (_, user) => setUser(user),
  })
}

/** Signs in to the console with a passkey. */
export const useAdminPasskeyLogin = () =>
  useServerMutation('adminLogin', () => signIn<{ message: string }>('/api/admin/login/passkey'))

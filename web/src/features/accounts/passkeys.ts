import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'

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

/** Lets the browser create a passkey. WebAuthn defines the challenge; the API does not describe it. */
export async function createPasskey(publicKey: unknown) {
  const optionsJSON = publicKey as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, type, response } = await startRegistration({ optionsJSON })
  return { id, rawId, type, response: { ...response } }
}

/** Lets the browser sign a challenge with a passkey. */
export async function signChallenge(publicKey: unknown) {
  const optionsJSON = publicKey as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON })
  return { id, rawId, type, response: { ...response } }
}

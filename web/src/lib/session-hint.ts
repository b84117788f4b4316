/** The channel on which a tab tells the others that somebody has signed in or out. */
export const sessionChannel = 'session-changed'

/** Whether the readable companion of the session cookie is there. */
export function hasSessionHint(cookies: string): boolean {
  return /(^|; )signed_in=1/.test(cookies)
}

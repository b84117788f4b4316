/** The channel on which a tab tells the other tabs about a sign-in or sign-out. */
export const sessionChannel = 'session-changed'

/** Reports whether the readable cookie that accompanies the session cookie is set. */
export function hasSessionHint(cookies: string): boolean {
  return /(^|; )signed_in=1/.test(cookies)
}

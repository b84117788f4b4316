import { useEffect, useState } from 'react'
import { useHref, useSearchParams } from 'react-router'

/**
 * Returns the token of the link that opened the page, or "". The token grants access, so it must not stay in the
 * address, the history or a screenshot.
 */
export function useLinkToken(path: string): string {
  const address = useHref(path)
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  useEffect(() => {
    if (token) window.history.replaceState(window.history.state, '', address)
  }, [token, address])
  return token
}

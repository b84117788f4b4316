import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The token in the link that has opened the page at a path, "" where there is none. Whoever has it can do what the
 * link is for: it must not stay in the address, the history or a screenshot.
 */
export function useLinkToken(path: string): string {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  useEffect(() => {
    if (token) window.history.replaceState(window.history.state, '', path)
  }, [token, path])
  return token
}

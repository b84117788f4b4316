import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Navigation } from '@/lib/navigation'
import { focusTarget } from './focus-target'
import { rememberPlace } from './scroll-memory'

/**
 * Navigation within the landing page, from chapter to chapter; leave goes anywhere else. Entries of
 * the history look as the router writes them, for it may have to read them later.
 */
export function useLandingNavigation(leave: (to: string) => void): Navigation {
  const [key, setKey] = useState('default')

  useEffect(() => {
    // The browser itself finds the place again.
    function arriveAgain() {
      setKey(newKey())
      focusTarget(chapterOf(location.hash))
    }
    window.addEventListener('popstate', arriveAgain)
    return () => window.removeEventListener('popstate', arriveAgain)
  }, [])

  const go = useCallback(
    (to: string) => {
      const target = new URL(to, location.href)
      if (target.pathname !== location.pathname) return leave(to)
      rememberPlace()
      const key = newKey()
      if (target.href === location.href) history.replaceState({ ...history.state, key }, '', target)
      else history.pushState({ usr: null, key, idx: (history.state?.idx ?? 0) + 1 }, '', target)
      setKey(key)
      const chapter = chapterOf(target.hash)
      if (chapter) chapter.scrollIntoView()
      else window.scrollTo(0, 0)
      focusTarget(chapter)
    },
    [leave],
  )

  return useMemo(() => ({ go, key }), [go, key])
}

function chapterOf(hash: string): HTMLElement | null {
  return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

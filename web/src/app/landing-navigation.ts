import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Navigation } from '@/lib/navigation'
import { focusTarget } from './focus-target'
import { nextEntry, rememberPlace } from './scroll-memory'

/** Navigation between the sections of the landing page. Calls leave for any other page. */
export function useLandingNavigation(leave: (to: string) => void): Navigation {
  const [key, setKey] = useState('default')

  useEffect(() => {
    // The browser restores the scroll position itself, so only the focus is moved.
    function arriveAgain() {
      setKey(nextEntry().key)
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
      const entry = nextEntry()
      if (target.href === location.href) history.replaceState({ ...entry, idx: entry.idx - 1 }, '', target)
      else history.pushState(entry, '', target)
      setKey(entry.key)
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

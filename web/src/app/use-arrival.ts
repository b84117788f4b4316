import { useEffect } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useConfig } from '@/lib/config'
import { focusTarget } from './focus-target'
import { titleOf } from './head'
import { pageOf } from './page'

// Where the visitor was before; nowhere when the page has just been loaded.
let arrived: string | undefined

/** Makes the arrival that follows one from another page. */
export function comeFrom(pathname: string): void {
  arrived = pathname
}

/**
 * Does on every navigation what a browser does when it loads a page: the tab has the new title,
 * and reading goes on at the new heading, or at the section that the address names.
 */
export function useArrival(): void {
  const { pathname, hash, key } = useLocation()
  const page = pageOf(useMatches())
  const config = useConfig()

  useEffect(() => {
    if (page) document.title = titleOf(page, config)
  }, [page, config])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for a navigation to the same address
  useEffect(() => {
    const from = arrived
    arrived = pathname
    if (from === undefined) return
    const section = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (section) focusTarget(section)
    else if (from !== pathname)
      focusTarget(document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main'))
  }, [pathname, hash, key])
}

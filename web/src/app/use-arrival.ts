import { useEffect } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useConfig } from '@/lib/config'
import { focusTarget } from './focus-target'
import { titleOf } from './head'
import { pageOf } from './page'

// The path of the previous page; undefined after a page load.
let arrived: string | undefined

/**
 * Does on every navigation what a browser does on a page load: sets the tab's title and moves the focus to the new
 * heading, or to the section in the address's fragment.
 */
export function useArrival(): void {
  const { pathname, hash, key } = useLocation()
  const page = pageOf(useMatches())
  const config = useConfig()

  useEffect(() => {
    if (page) document.title = titleOf(page, config)
  }, [page, config])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes on a navigation to the same address
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

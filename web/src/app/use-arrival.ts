import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useConfig } from '@/lib/config'
import { titleOf } from './head'
import { pageOf } from './page'

/**
 * Does on every navigation what a browser does when it loads a page: the tab has the new title,
 * and reading goes on at the new heading, or at the section that the address names.
 */
export function useArrival(): void {
  const { pathname, hash, key } = useLocation()
  const page = pageOf(useMatches())
  const config = useConfig()
  const arrived = useRef<string>(undefined)

  useEffect(() => {
    if (page) document.title = titleOf(page, config)
  }, [page, config])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for a navigation to the same address
  useEffect(() => {
    const from = arrived.current
    arrived.current = pathname
    if (from === undefined) return
    const section = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (section) focus(section)
    else if (from !== pathname) focus(document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main'))
  }, [pathname, hash, key])
}

function focus(target: HTMLElement | null): void {
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { SectionBoundary } from '@/ui/section-boundary'

/** A screen at its address: the tab has its title, and reading goes on at its heading. */
export function ScreenFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname, key } = useLocation()
  const isArrival = useRef(key === 'default')

  // before the page's own effect, which may know a better name
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same screen may show another thing
  useLayoutEffect(() => {
    document.title = `${title} · Boardcircle console`
  }, [title, pathname])

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    // the browser itself takes care of the page that it loads
    if (!isArrival.current) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    isArrival.current = false
  }, [title, pathname])

  return <SectionBoundary what="This screen">{children}</SectionBoundary>
}

import type { RouteObject } from 'react-router'

/** What a route tells about its page: to the visitor's tab, to search engines, and to the server. */
export type Page = {
  title: string
  description: string
  /** rendered: the server makes its content. shell: the browser does, for it depends on who is looking. */
  mode: 'rendered' | 'shell'
  /** Whether search engines are told of it. */
  sitemap: boolean
  status?: 404
}

/** A route with its page, loaded when it is visited. */
export function page(
  path: string,
  handle: Page,
  load: () => Promise<{ Component: () => React.ReactNode }>,
): RouteObject {
  return { path, handle, lazy: load }
}

/** The page of the innermost route that was matched. */
export function pageOf(matches: readonly { handle?: unknown; route?: { handle?: unknown } }[]): Page | undefined {
  const innermost = matches.at(-1)
  return (innermost?.handle ?? innermost?.route?.handle) as Page | undefined
}

/** The server's list of all addresses that the web app knows. */
export function knownPages(routes: readonly RouteObject[]): { path: string; mode: Page['mode']; sitemap: boolean }[] {
  return routes.flatMap((route) => {
    const own = route.handle as Page | undefined
    const named = route.path?.startsWith('/') && own ? [{ path: route.path, mode: own.mode, sitemap: own.sitemap }] : []
    return [...named, ...knownPages(route.children ?? [])]
  })
}

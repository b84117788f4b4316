import type { ComponentType } from 'react'
import { type LoaderFunction, type RouteObject, redirectDocument } from 'react-router'
import { documentKind, loadedKind } from '@/lib/document-kind'
import { keepToastOverReload } from '@/ui/toast-queue'
import { ErrorPage } from './fallback-pages'

/** The metadata of a route's page, for the browser's tab, search engines and the server. */
export type Page = {
  title: string
  description: string
  /** rendered: the server renders the content. shell: the browser does, because the content depends on the user. */
  mode: 'rendered' | 'shell'
  /** Whether the page is listed in the sitemap. */
  sitemap: boolean
  status?: 404
}

/** A route with its page, loaded on the first visit. */
export function page(path: string, handle: Page, load: () => Promise<ComponentType>): RouteObject {
  return { id: path, path, handle, lazy: { Component: load }, ErrorBoundary: ErrorPage }
}

/**
 * A route whose document has a different security policy from the rest of the site. The browser loads it in full, as it follows a plain
 * link, so the page starts at its top.
 */
export function withOwnPolicy(route: RouteObject): RouteObject {
  return { ...route, loader: loadDocument, shouldRevalidate: () => false }
}

const loadDocument: LoaderFunction = ({ request }) => {
  if (!loadedKind || documentKind(new URL(request.url).pathname) === loadedKind) return null
  keepToastOverReload()
  return redirectDocument(request.url)
}

/** The page of the innermost matched route. */
export function pageOf(matches: readonly { handle?: unknown; route?: { handle?: unknown } }[]): Page | undefined {
  const innermost = matches.at(-1)
  return (innermost?.handle ?? innermost?.route?.handle) as Page | undefined
}

/** All addresses that the web app knows, for the server. */
export function knownPages(routes: readonly RouteObject[]): { path: string; mode: Page['mode']; sitemap: boolean }[] {
  return routes.flatMap((route) => {
    const own = route.handle as Page | undefined
    const named = route.path?.startsWith('/') && own ? [{ path: route.path, mode: own.mode, sitemap: own.sitemap }] : []
    return [...named, ...knownPages(route.children ?? [])]
  })
}

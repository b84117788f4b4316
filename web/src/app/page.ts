import type { ComponentType } from 'react'
import { type LoaderFunction, type LoaderFunctionArgs, type RouteObject, redirectDocument } from 'react-router'
import { documentKind, loadedKind } from '@/lib/document-kind'
import { basenameOf, chosenLanguage } from '@/lib/language'
import type { PageName } from '@/lib/texts'
import { keepToastOverReload } from '@/ui/toast-queue'
import { ErrorPage } from './fallback-pages'
import { fragmentContext, languageContext, loadTexts } from './load-texts'
import { loadLater } from './lost-script'

/** The metadata of a route's page, for the browser's tab, search engines and the server. */
export type Page = {
  /** The title of a page without texts. */
  title?: string
  /** Whether the page shows a heading itself, such as the name of a record, instead of its layout. */
  hasOwnHeading?: true
  /** The group of the page's texts that has its title, description and picture, if it is not "head". */
  head?: string
  /** rendered: the server renders the content. shell: the browser does, because the content depends on the user. */
  mode: 'rendered' | 'shell'
  /** Whether the page is listed in the sitemap. */
  sitemap: boolean
  /** The texts of the page, beside those of the site's frame. */
  texts?: readonly PageName[]
  status?: 404
}

/** A route with its page, loaded on the first visit. */
export function page(path: string, handle: Page, load: () => Promise<ComponentType>): RouteObject {
  const loadOwn = handle.texts && loadTexts(handle.texts)
  const loader: LoaderFunction = (args, next) =>
    documentInLanguage(args, Boolean(handle.texts)) ?? (loadOwn ? loadOwn(args, next) : null)
  return { id: path, path, handle, loader, lazy: loadLater(load), ErrorBoundary: ErrorPage }
}

/**
 * Returns an answer that makes the browser load another document if the page is not in the language of the current one:
 * a page without texts is in English, and any other page is in the language that the visitor has chosen. The server
 * redirects in the same cases (pb_hooks/pages/serve.go).
 */
function documentInLanguage({ request, context }: LoaderFunctionArgs, isTranslated: boolean): Response | undefined {
  const language = context.get(languageContext)
  const fragment = context.get(fragmentContext)
  // The server has already redirected the address of the document itself.
  if (!language || request.url === location.href.replace(/#.*/, '')) return
  if (language === 'en') {
    // The server redirects this address to the chosen language, if the site has it.
    const isInOther = isTranslated && (chosenLanguage() ?? 'en') !== 'en'
    return isInOther ? redirectDocument(request.url + fragment()) : undefined
  }
  if (isTranslated) return
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(basenameOf(language).length) || '/'
  url.hash = fragment()
  return redirectDocument(url.href)
}

/**
 * A route whose document has a different security policy from the rest of the site. The browser loads it in full, as it
 * follows a plain link, so the page starts at its top.
 */
export function withOwnPolicy(route: RouteObject): RouteObject {
  const load = route.loader
  return {
    ...route,
    loader(args, next) {
      const document = documentOf(args)
      return document ?? (typeof load === 'function' ? load(args, next) : null)
    },
    shouldRevalidate: () => false,
  }
}

/** Returns an answer that makes the browser load another document, if the current one has the wrong policy. */
function documentOf({ request, context }: LoaderFunctionArgs): Response | undefined {
  if (!loadedKind || documentKind(new URL(request.url).pathname) === loadedKind) return
  keepToastOverReload()
  return redirectDocument(request.url + context.get(fragmentContext)())
}

/** The page of the innermost matched route. */
export function pageOf(matches: readonly { handle?: unknown; route?: { handle?: unknown } }[]): Page | undefined {
  const innermost = matches.at(-1)
  return (innermost?.handle ?? innermost?.route?.handle) as Page | undefined
}

type KnownPage = Pick<Page, 'mode' | 'sitemap'> & { path: string; texts: readonly PageName[] }

/** All addresses that the web app knows, for the server. */
export function knownPages(routes: readonly RouteObject[]): KnownPage[] {
  return routes.flatMap((route) => {
    const own = route.handle as Page | undefined
    const { path, children = [] } = route
    if (!own || !path?.startsWith('/')) return knownPages(children)
    return [{ path, mode: own.mode, sitemap: own.sitemap, texts: own.texts ?? [] }, ...knownPages(children)]
  })
}

import type { QueryClient } from '@tanstack/react-query'
import { createContext, type LoaderFunction, RouterContextProvider } from 'react-router'
import { legalQuery } from '@/features/legal/api'
import { type DisplayOptions, type Language, type PageName, textsQuery } from '@/lib/texts'

type Load = (page: PageName) => Promise<unknown>

// The server has none: it renders pages with the texts of their state.
const loadContext = createContext<Load | null>(null)

/** The language of the document. The server has none. */
export const languageContext = createContext<Language | null>(null)

/** Returns the fragment of the address that is being opened, such as "#compare". A loader's request does not have it. */
export const fragmentContext = createContext<() => string>(() => '')

/** The context of the loaders. It loads texts into the cache, unless the page has embedded them. */
export function contextWith(
  client: QueryClient,
  { language }: DisplayOptions,
  fragment: () => string,
): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(fragmentContext, fragment)
  context.set(languageContext, language)
  context.set(loadContext, async (page) => {
    const hasVersions = page === 'terms' || page === 'privacy' || page === 'refund'
    await Promise.all([
      client.ensureQueryData(textsQuery(page, language)),
      hasVersions && client.ensureQueryData(legalQuery(page)),
    ])
  })
  return context
}

/** A loader for the texts of pages. The router runs it while it loads the code of the page. */
export function loadTexts(pages: readonly PageName[]): LoaderFunction {
  return async ({ context }) => {
    const load = context.get(loadContext)
    if (load) await Promise.all(pages.map(load))
    return null
  }
}

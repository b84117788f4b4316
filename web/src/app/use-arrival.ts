import { useQueryClient } from '@tanstack/react-query'
import { use, useLayoutEffect } from 'react'
import { useLocation, useMatches } from 'react-router'
import { publicSessionQuery } from '@/features/events/public/api'
import { useConfig } from '@/lib/config'
import { focusTarget } from '@/lib/focus-target'
import { DisplayContext, textsQuery } from '@/lib/texts'
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
  const matches = useMatches()
  const page = pageOf(matches)
  const id = matches.at(-1)?.params.id ?? ''
  const client = useQueryClient()
  const { language } = use(DisplayContext)
  const config = useConfig()

  // A page that knows a better title, such as that of its record, sets it in an effect, which runs later.
  useLayoutEffect(() => {
    if (!page) return
    const texts = page.texts?.map((name) => [name, client.getQueryData(textsQuery(name, language).queryKey)])
    const session = client.getQueryData(publicSessionQuery(id).queryKey)
    document.title = titleOf(page, { config, session, texts: Object.fromEntries(texts ?? []) })
  }, [page, config, client, language, id])

  // A later effect could take the focus from a field that is already being typed in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes on a navigation to the same address
  useLayoutEffect(() => {
    const from = arrived
    arrived = pathname
    if (from === undefined) return
    const section = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (section) focusTarget(section)
    else if (from !== pathname)
      focusTarget(document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main'))
  }, [pathname, hash, key])
}

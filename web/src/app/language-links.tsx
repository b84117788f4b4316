import { use } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useConfig } from '@/lib/config'
import { useHydrated } from '@/lib/hydrated'
import { addressIn } from '@/lib/language'
import { paths } from '@/lib/paths'
import { DisplayContext, EditedElsewhere } from '@/lib/texts'
import { pageOf } from './page'

/**
 * Links to the page in each language, or to the home page if the page is only in English. A script of the page stores
 * the language of a pressed link (index.html), so that the next visit is in this language.
 */
export function LanguageLinks({ className, linkClassName }: { className?: string; linkClassName?: string }) {
  const { language } = use(DisplayContext)
  const languages = useConfig()?.languages ?? []
  const { pathname, search, hash } = useLocation()
  const isTranslated = Boolean(pageOf(useMatches())?.texts)
  const isHydrated = useHydrated() // the server renders a page for all queries
  const path = isTranslated ? pathname : paths.home
  const rest = isTranslated && isHydrated ? search + hash : ''
  return (
    <ul className={className}>
      {languages.map(({ code, name }) => (
        <li key={code}>
          <a
            href={addressIn(code, path) + rest}
            hrefLang={code}
            lang={code}
            aria-current={code === language ? 'true' : undefined}
            className={linkClassName}
          >
            <EditedElsewhere from="languages">{name}</EditedElsewhere>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Reports whether the site has more than one language. */
export function useHasLanguages(): boolean {
  return (useConfig()?.languages?.length ?? 0) > 1
}

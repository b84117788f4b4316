import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { useMatches } from 'react-router'
import { EditMode } from '@/features/texts/console/edit-mode'
import { DisplayContext, type PageName, type PageTexts, textsQuery } from '@/lib/texts'
import { headKeyOf } from '../head'
import { pageOf } from '../page'
import './console.css'

/** Edits the texts of a public page in their places. */
export function PageEditMode() {
  const client = useQueryClient()
  const { language } = use(DisplayContext)
  const page = pageOf(useMatches())
  const textsOf = (name: PageName) => client.getQueryData<PageTexts>(textsQuery(name, language).queryKey)
  const texts = Object.fromEntries(page?.texts?.map((name) => [name, textsOf(name)]) ?? [])
  return (
    <EditMode
      lang={language}
      head={page && headKeyOf(page, texts)}
      onShown={(shown) => {
        const { queryKey } = textsQuery(shown.page as PageName, language)
        // The public texts, which may just be loading, would replace the drafts.
        client.cancelQueries({ queryKey })
        client.setQueryData(queryKey, shown)
      }}
    />
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { EditMode } from '@/features/texts/console/edit-mode'
import { ReadingContext, type TextPage, textsQuery } from '@/lib/texts'
import './console.css'

/** Edits the texts of a public page in their places. */
export function PageEditMode() {
  const client = useQueryClient()
  const { language } = use(ReadingContext)
  return (
    <EditMode
      lang={language}
      onShown={(shown) => client.setQueryData(textsQuery(shown.page as TextPage, language).queryKey, shown)}
    />
  )
}

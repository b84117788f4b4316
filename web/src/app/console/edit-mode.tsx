import { useQueryClient } from '@tanstack/react-query'
import { EditMode } from '@/features/texts/console/edit-mode'
import './console.css'

/** Edits the texts of a public page in their places. It is loaded only for editors. */
export function PageEditMode() {
  const client = useQueryClient()
  const lang = 'en'
  return <EditMode lang={lang} onShown={(shown) => client.setQueryData(['texts', lang, shown.page], shown)} />
}

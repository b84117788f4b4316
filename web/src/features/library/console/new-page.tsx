import { useNavigate } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { PageHead } from '@/ui/page-head'
import { ItemForm } from './item-form'

/** A new item of the library. */
export function NewPage() {
  const navigate = useNavigate()
  return (
    <>
      <PageHead title="New item" lede="Members see nothing before the day that you choose." />
      <ItemForm onSaved={({ id }) => navigate(href(paths.adminLibraryItem, { id }))} />
    </>
  )
}

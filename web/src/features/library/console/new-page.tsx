import { useState } from 'react'
import { Navigate } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { PageHead } from '@/ui/page-head'
import { ItemForm } from './item-form'

/** A new item of the library. */
export function NewPage() {
  const [id, setId] = useState('')
  // The form is removed before the address changes, so that it does not ask about unsaved text.
  if (id) return <Navigate replace to={href(consolePaths.libraryItem, { id })} />
  return (
    <>
      <PageHead title="New item" lede="Members see nothing before the day that you choose." />
      <ItemForm onSaved={(saved) => setId(saved.id)} />
    </>
  )
}

import { useState } from 'react'
import { Navigate } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { PageHead } from '@/ui/page-head'
import { DraftForm } from './draft-form'

/** A new draft of a consultation. */
export function NewPage() {
  const [id, setId] = useState('')
  // The form is removed before the address changes, so that it does not ask about unsaved text.
  if (id) return <Navigate replace to={href(paths.adminPoll, { id })} />
  return (
    <>
      <PageHead title="New consultation" lede="Members see nothing before you publish the draft." />
      <DraftForm onSaved={(saved) => setId(saved.id)} />
    </>
  )
}

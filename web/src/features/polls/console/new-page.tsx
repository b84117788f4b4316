import { useNavigate } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { PageHead } from '@/ui/page-head'
import { DraftForm } from './draft-form'

/** A new draft of a consultation. */
export function NewPage() {
  const navigate = useNavigate()
  return (
    <>
      <PageHead title="New consultation" lede="Members see nothing before you publish the draft." />
      <DraftForm onSaved={({ id }) => navigate(href(paths.adminPoll, { id }))} />
    </>
  )
}

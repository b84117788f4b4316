import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { PageHead } from '@/ui/page-head'
import { ScreenSkeleton } from '@/ui/skeleton'
import { UnreadRecord } from '@/ui/unread-record'
import { pollQuery } from './api'
import { DraftForm } from './draft-form'

/** A new draft of a consultation. It repeats the consultation that the address names. */
export function NewPage() {
  const [id, setId] = useState('')
  const [params] = useSearchParams()
  const repeated = params.get('repeat') ?? ''
  const { data: poll, error, refetch } = useQuery({ ...pollQuery(repeated), enabled: repeated !== '' })
  // The form is removed before the address changes, so that it does not ask about unsaved text.
  if (id) return <Navigate replace to={href(consolePaths.poll, { id })} />
  if (repeated && !poll) {
    if (!error) return <ScreenSkeleton />
    const list = { label: 'All consultations', to: consolePaths.polls }
    return <UnreadRecord what="Consultation" error={error} onRetry={refetch} list={list} />
  }
  return (
    <>
      <PageHead title="New consultation" lede="Members see nothing before you publish the draft." />
      <DraftForm repeats={poll} onSaved={(saved) => setId(saved.id)} />
    </>
  )
}

import { useState } from 'react'
import { Navigate } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { PageHead } from '@/ui/page-head'
import { SeatForm } from '../seat-form'
import { useSaveSeat } from './api'

/** A new board seat of the office. */
export function NewPage() {
  const [id, setId] = useState('')
  const { mutateAsync } = useSaveSeat()
  // The form is removed before the address changes, so that it does not ask about unsaved text.
  if (id) return <Navigate replace to={href(consolePaths.boardSeat, { id })} />
  return (
    <>
      <PageHead title="Post a board seat" lede="Members see it at once. Their interest comes to the office." />
      <SeatForm
        save={(body) => mutateAsync({ body })}
        onSaved={(saved) => setId(saved.id)}
        done="The board seat is open"
        action="Post"
      />
    </>
  )
}

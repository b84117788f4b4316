import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { useSaveSeat } from './api'
import { SeatForm } from './seat-form'

/** A new board seat of a member. */
export function NewPage() {
  const [id, setId] = useState('')
  const { mutateAsync } = useSaveSeat()
  // The form is removed before the address changes, so that it does not ask about unsaved text.
  if (id) return <Navigate replace to={href(paths.circleSeat, { id })} />
  return (
    <>
      <p className="-mt-4 mb-3">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.circleSeats}>
          All board seats
        </Link>
      </p>
      <p className="mb-6 max-w-text text-quiet">
        The office checks the board seat before members see it. Your name is shown with it, unless it is confidential.
      </p>
      <SeatForm
        save={(body) => mutateAsync({ body })}
        onSaved={(saved) => setId(saved.id)}
        done="The board seat waits for the office"
        action="Send to the office"
      />
    </>
  )
}

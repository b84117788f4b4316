import { useEffect } from 'react'
import { Button } from '@/ui/button'
import { EnrolSecondFactor } from './enrol-second-factor'

type SecondFactorDoorProps = { username: string; onDone: () => void; onLogout: () => void }

/** What stands before the console where two-step sign-in is mandatory and the account has none yet. */
export function SecondFactorDoor({ username, onDone, onLogout }: SecondFactorDoorProps) {
  useEffect(() => {
    document.title = 'Set up two-step sign-in · Boardcircle console'
  }, [])
  return (
    <section aria-labelledby="door-title" className="mx-auto w-full max-w-3xl">
      <h1 id="door-title" tabIndex={-1} className="display-2">
        Set up two-step sign-in
      </h1>
      <p className="mt-3 mb-8 max-w-text text-quiet">
        You are signed in as <strong className="[overflow-wrap:anywhere] text-base-content">{username}</strong>. The
        console is open to administrators with two-step sign-in only: after the password it asks for a code that your
        phone shows.
      </p>
      <EnrolSecondFactor onDone={onDone} />
      <Button tone="quiet" className="mt-10 -ml-4" onClick={onLogout}>
        Logout
      </Button>
    </section>
  )
}

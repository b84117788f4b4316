import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from './confirm'

/** Asks before what was typed is left behind: by a link, by the way back, by closing the tab. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])

  return (
    <Confirm
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      action="Leave"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>What you have changed here is not saved yet.</p>
    </Confirm>
  )
}

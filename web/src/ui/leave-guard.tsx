import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Confirm } from './confirm'

type LeaveGuardProps = {
  dirty: boolean
  title?: string
  /** What the user loses by leaving. */
  loss?: string
}

/** Asks before unsaved text, or content that is shown only once, is lost: on a link, on Back and on closing the tab. */
export function LeaveGuard({
  dirty,
  title = 'Leave without saving?',
  loss = 'Your changes have not been saved.',
}: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    // After the answer "Leave" the browser must not ask again when it loads the next page in full.
    if (!dirty || blocker.state === 'proceeding') return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty, blocker.state])

  return (
    <Confirm
      open={blocker.state === 'blocked'}
      title={title}
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{loss}</p>
    </Confirm>
  )
}

import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { restoringAtom } from '@/lib/admin-session'
import { paths } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'

/** Shows the running operation. After a restore, in which the site restarts, it leads back to the sign-in. */
export function BackupProgress({ operation }: { operation: string }) {
  if (operation === 'restoring') return <Restoring />
  return (
    <Notice title="A backup is being created">
      <p className="flex items-baseline gap-3">
        <Spinner /> The site keeps working. Saving may take a little longer during the backup.
      </p>
    </Notice>
  )
}

const pause = 2000

function Restoring() {
  const [isBack, setBack] = useState(false)
  const setRestoring = useSetAtom(restoringAtom)

  useEffect(() => {
    setRestoring(true)
    let wasAway = false
    const timer = setInterval(async () => {
      const answer = await fetch('/api/admin/session').catch(() => undefined)
      // The site is down, starting, or running again with all sessions ended.
      if (!answer || answer.status >= 500) wasAway = true
      else if (wasAway || answer.status === 401) setBack(true)
    }, pause)
    return () => clearInterval(timer)
  }, [setRestoring])

  return isBack ? (
    <Notice tone="success" title="The backup was restored">
      <p>
        The site now uses the data of the backup.{' '}
        <a className="text-link" href={paths.admin}>
          Sign in again
        </a>
      </p>
    </Notice>
  ) : (
    <Notice tone="warning" title="The backup is being restored">
      <p className="flex items-baseline gap-3">
        <Spinner /> The site will restart with the backup’s data. Please keep this page open.
      </p>
    </Notice>
  )
}

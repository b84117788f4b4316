import { useEffect, useState } from 'react'
import type { OwnNomination, SessionUser } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { send } from '@/lib/server'
import { ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { noticeOf } from './own-notices'

// The landing page shows the form without a query client, so this is no query.
/** The status of the user's nomination; undefined while it is unknown, and without one. */
export function useOwnStatus(user: SessionUser | null): string | undefined {
  const [known, setKnown] = useState<{ userId: string; status: string }>()
  const userId = user?.id
  useEffect(() => {
    if (!userId) return
    let isOver = false
    send<OwnNomination>('/api/nominations/mine').then(
      ({ status }) => !isOver && setKnown({ userId, status }),
      () => {}, // the server refuses a second nomination anyway
    )
    return () => {
      isOver = true
    }
  }, [userId])
  const hasOne = known && known.userId === userId && known.status !== 'none' && known.status !== 'unproved'
  return hasOne ? known.status : undefined
}

/** Stands in the place of the form where there is a nomination already. */
export function OwnNominationInstead({ status }: { status: string }) {
  const notice = noticeOf(status)
  return (
    <Notice tone="success" title={notice?.title ?? 'Your nomination is with us'}>
      <p>{notice?.text}</p>
      <ButtonLink to={paths.nomination} className="mt-4">
        See your nomination
      </ButtonLink>
    </Notice>
  )
}

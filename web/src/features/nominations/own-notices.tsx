import { useQuery } from '@tanstack/react-query'
import type { OwnNomination, SessionUser } from '@/lib/api-types'
import { ownCircleQuery } from '@/lib/own-circle'
import { paths } from '@/lib/paths'
import { type BuiltInTexts, useTexts } from '@/lib/texts'
import { ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { ownNominationQuery } from './api'

/**
 * The status of the user's nomination, 'welcome' if they may buy a membership, 'upcoming' if their membership starts
 * later, or 'member' if they are a member.
 */
type OwnStatus = OwnNomination['status'] | 'welcome' | 'upcoming' | 'member'

type OwnStatusNotice = {
  /** The texts of the status. */
  key: Exclude<keyof StatusTexts, 'see' | 'choosePlan'>
  /** How much of the ring is filled. */
  share: number
  showsContact?: boolean
  asksVerification?: boolean
}

type StatusTexts = BuiltInTexts<'own-nomination'>['status']

// A declined nomination is reported as declined even if no email said so: "under review" would be untrue. The reason is
// never shown here.
const notices: Readonly<Record<Exclude<OwnStatus, 'none'>, OwnStatusNotice>> = {
  unproved: { key: 'unproved', share: 0, asksVerification: true },
  submitted: { key: 'submitted', share: 0.25 },
  in_review: { key: 'inReview', share: 0.5 },
  info_requested: { key: 'infoRequested', share: 0.5 },
  approved: { key: 'approved', share: 1 },
  welcome: { key: 'welcome', share: 1 },
  upcoming: { key: 'upcoming', share: 1 },
  member: { key: 'member', share: 1 },
  declined: { key: 'declined', share: 0, showsContact: true },
  withdrawn: { key: 'withdrawn', share: 0 },
}

/** Returns the notice for the status of a nomination. */
export function noticeOf(status: Exclude<OwnStatus, 'none'>): OwnStatusNotice {
  return notices[status]
}

/**
 * The status of the user's nomination; undefined while it is loading, if it could not be loaded, or if there is no
 * nomination and no approval.
 */
export function useOwnStatus(user: SessionUser | null): Exclude<OwnStatus, 'none'> | undefined {
  const { data } = useQuery({ ...ownNominationQuery, enabled: user !== null })
  const needsEntitlement = Boolean(user && !user.isMember && data?.isApproved)
  const { data: circle, isPending } = useQuery({ ...ownCircleQuery, enabled: needsEntitlement })
  if (!user || !data) return undefined
  if (!data.isApproved) return data.status === 'none' ? undefined : data.status
  if (user.isMember) return 'member'
  if (isPending) return undefined
  return circle?.entitlement === 'upcoming' ? 'upcoming' : 'welcome'
}

/** Replaces the form if there is already a nomination. */
export function OwnNominationInstead({ status }: { status: Exclude<OwnStatus, 'none'> }) {
  const text = useTexts('own-nomination').group('status')
  const { key } = noticeOf(status)
  return (
    <Notice tone="success" title={text(`${key}.title`)}>
      <p>{text(`${key}.text`)}</p>
      <ButtonLink to={paths.nomination} className="mt-4">
        {text('see')}
      </ButtonLink>
    </Notice>
  )
}

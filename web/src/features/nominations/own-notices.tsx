import { useQuery } from '@tanstack/react-query'
import type { OwnNomination, SessionUser } from '@/lib/api-types'
import type { NominationStatus } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { ownNominationQuery } from './api'

/** The status of the user's nomination, or 'welcome' if they may buy a membership. */
type OwnStatus = OwnNomination['status'] | 'welcome'

type Words = { title: string; text: string; share: number; showsContact?: boolean; asksVerification?: boolean }

// A declined nomination is reported as declined even if no email said so: "under review" would be untrue. The reason is
// never shown here.
const notices: Readonly<Record<Exclude<OwnStatus, 'none'>, Words>> = {
  unproved: {
    title: 'Your email address is not confirmed yet',
    text: 'If you sent a nomination with this address, confirm the address to see the status of your nomination here. We will email you a link.',
    share: 0,
    asksVerification: true,
  },
  submitted: {
    title: 'Your nomination has been received',
    text: 'You will hear from us within 48 hours of sending it. You can change it until our reviewers start to read it.',
    share: 0.25,
  },
  in_review: {
    title: 'Your nomination is being reviewed',
    text: 'Our reviewers are reading it now. You will hear from us by email.',
    share: 0.5,
  },
  info_requested: {
    title: 'We have a question for you',
    text: 'We sent a question about your nomination to its email address. Please answer by email or here. The review then continues.',
    share: 0.5,
  },
  approved: {
    title: 'Your nomination has been approved',
    text: 'We sent your invitation to the email address of your nomination. Open the link in it to choose a membership plan.',
    share: 1,
  },
  welcome: {
    title: 'Your nomination has been approved',
    text: 'You are invited. You can now choose a membership plan.',
    share: 1,
  },
  declined: {
    title: 'Your nomination was not approved',
    text: 'Our reviewers have read it carefully and decided not to approve it this time. If you have a question about this, please write to us.',
    share: 0,
    showsContact: true,
  },
  withdrawn: {
    title: 'Your nomination was withdrawn',
    text: 'We have stopped reviewing it. You can send it again, unchanged.',
    share: 0,
  },
}

/** Returns the notice for the status of a nomination. */
export function noticeOf(status: Exclude<OwnStatus, 'none'>): Words {
  return notices[status]
}

/** The status of the user's nomination; undefined while it is loading or if the user has no nomination. */
export function useOwnStatus(user: SessionUser | null): NominationStatus | undefined {
  const { data } = useQuery({ ...ownNominationQuery, enabled: user !== null })
  if (!user || !data || data.status === 'none' || data.status === 'unproved') return undefined
  return data.status
}

/** Replaces the form if there is already a nomination. */
export function OwnNominationInstead({ status }: { status: NominationStatus }) {
  const notice = noticeOf(status)
  return (
    <Notice tone="success" title={notice.title}>
      <p>{notice.text}</p>
      <ButtonLink to={paths.nomination} className="mt-4">
        See your nomination
      </ButtonLink>
    </Notice>
  )
}

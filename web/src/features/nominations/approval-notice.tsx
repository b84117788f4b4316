import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { Notice } from '@/ui/notice'
import { ownNominationQuery } from './api'

/** Shown above the tiers while only approved nominees can buy: tells them that they can, and everybody else how to get there. */
export function ApprovalNotice() {
  const { user } = useSession()
  const { data } = useQuery({ ...ownNominationQuery, enabled: Boolean(user) })
  if (user && data?.isApproved)
    return <Notice tone="success" title="Your nomination has been approved. Please choose your plan." />
  return (
    <Notice title="Memberships are by invitation">
      <p>
        You can choose a plan as soon as your nomination has been approved: please open the link in the invitation that
        we email you. Not nominated yet?{' '}
        <Link to={paths.register} className="text-link">
          Send your nomination
        </Link>
        .
      </p>
    </Notice>
  )
}

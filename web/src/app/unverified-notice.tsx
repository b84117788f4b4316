import { Link } from 'react-router'
import { useRequestVerification } from '@/lib/account-api'
import { messageOf } from '@/lib/api-error'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

/** Shown in the circle to a member who has not confirmed their address: what they can't do yet, and the link. */
export function UnverifiedNotice() {
  const { user } = useSession()
  const { mutate, isPending, isSuccess, error } = useRequestVerification()
  if (!user || user.isVerified) return null
  return (
    <div className="mt-8">
      <Notice tone="warning" title="Confirm your email address">
        <p className="wrap-anywhere">
          You can read the circle and answer invitations to sessions. To be listed, contact members, vote, vouch or
          mentor, confirm that {user.email} is yours. If the address is wrong,{' '}
          <Link to={paths.accountSecurity} className="text-link">
            change it under Security
          </Link>
          .
        </p>
        <Button tone="outline" className="mt-4" busy={isPending} onClick={() => mutate()}>
          Email me the link
        </Button>
        <p role="status" className="wrap-anywhere mt-3 empty:hidden">
          {isSuccess && `We sent a link to ${user.email}. Open it in this browser.`}
          {error && messageOf(error, 'The link could not be sent. Please try again.')}
        </p>
      </Notice>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useAdminSession } from '@/lib/admin-session'
import { NotRead } from '@/ui/not-read'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { Spinner } from '@/ui/spinner'
import { ownAdminQuery } from './calls'
import { OwnEmail } from './own-email'
import { OwnPasswordForm } from './own-password-form'
import { SecondFactorPanel } from './second-factor-panel'

/** The admin's own e-mail address, two-step sign-in and password. */
export function Component() {
  const { session } = useAdminSession()
  return (
    <>
      <PageHead
        title="Your account"
        lede={
          <>
            You are signed in as{' '}
            <strong className="[overflow-wrap:anywhere] text-base-content">{session?.username}</strong>.
          </>
        }
      />
      {session?.via === 'user' ? (
        <Notice title="You are here with your member’s account">
          Its password is the one of the site. Two-step sign-in comes with an admin account: ask another administrator
          to invite you.
        </Notice>
      ) : (
        <OwnAccount />
      )}
    </>
  )
}

function OwnAccount() {
  const { data: me, error, refetch } = useQuery(ownAdminQuery)
  if (me)
    return (
      <>
        <OwnEmail me={me} onChanged={refetch} />
        <SecondFactorPanel me={me} onChanged={refetch} />
        <OwnPasswordForm />
      </>
    )
  if (error) return <NotRead title="Your account could not be read" error={error} onRetry={refetch} />
  return <Spinner label="Loading…" />
}

import { useQuery } from '@tanstack/react-query'
import { useAdminSession } from '@/lib/admin-session'
import { messageOf } from '@/lib/api-error'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { Spinner } from '@/ui/spinner'
import { ownAdminQuery } from './calls'
import { OwnPasswordForm } from './own-password-form'
import { SecondFactorPanel } from './second-factor-panel'

/** The admin's own password and second factor. */
export function Component() {
  const { session } = useAdminSession()
  return (
    <>
      <PageHead title="Your account" lede="How you sign in to this console." />
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
      <div className="flex flex-col gap-10">
        <dl className="grid max-w-md grid-cols-[auto_1fr] gap-x-8 gap-y-1.5">
          <dt className="text-quiet">Username</dt>
          <dd className="break-all font-semibold">{me.username}</dd>
          <dt className="text-quiet">Email</dt>
          <dd className="break-all">{me.email || 'None'}</dd>
        </dl>
        <SecondFactorPanel me={me} onChanged={refetch} />
        <OwnPasswordForm />
      </div>
    )
  if (error)
    return (
      <Notice tone="danger" title="Your account could not be read">
        <p>{messageOf(error, 'Something went wrong on the way.')}</p>
        <Button tone="outline" className="mt-3" onClick={() => refetch()}>
          Try again
        </Button>
      </Notice>
    )
  return <Spinner label="Loading…" />
}

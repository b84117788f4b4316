import { messageOf } from '@/lib/api-error'
import type { ConfirmedEmail } from '@/lib/generated'
import { useHydrated } from '@/lib/hydrated'
import { useLinkToken } from '@/lib/link-token'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { Button, ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { AccountPage } from './account-page'
import { useConfirmEmail } from './own/api'

/** Where the link leads that verifies an address. It does nothing by itself: programs that scan mail follow links too. */
export function Component() {
  const token = useLinkToken(paths.confirmEmail)
  const hydrated = useHydrated()
  const { mutate, isPending, data, error } = useConfirmEmail()

  if (data) return <Confirmed confirmed={data} />
  if (hydrated && !token)
    return (
      <AccountPage title="Confirm your email address" takesFocus>
        <p>This page is opened by the link in an email of ours. Under Security you can ask for a new one.</p>
        <ButtonLink to={paths.accountSecurity} className="mt-2 self-start">
          Go to your account
        </ButtonLink>
      </AccountPage>
    )
  return (
    <AccountPage title="Confirm your email address" lede="One click, and we know that you read what is sent there.">
      <div role="alert" className="empty:hidden">
        {error && (
          <Notice tone="danger" title="The address was not confirmed">
            <p>{messageOf(error, 'Please try again.')}</p>
          </Notice>
        )}
      </div>
      <Button className="mt-2 self-start" busy={isPending} onClick={() => mutate(token)}>
        Confirm this address
      </Button>
      <p className="text-quiet">Your password and your sessions stay as they are.</p>
    </AccountPage>
  )
}

function Confirmed({ confirmed: { email, isChanged } }: { confirmed: ConfirmedEmail }) {
  const { user } = useSession()
  const address = <strong className="wrap-anywhere font-semibold">{email}</strong>
  return (
    <AccountPage title={isChanged ? 'Your email address is changed' : 'Your email address is confirmed'} takesFocus>
      {isChanged ? <p>From now on you sign in with {address}.</p> : <p>Thank you. {address} is yours.</p>}
      <div className="mt-2 flex flex-wrap gap-3">
        {user ? (
          <ButtonLink to={paths.account}>Go to your account</ButtonLink>
        ) : (
          <ButtonLink to={paths.auth}>Log in</ButtonLink>
        )}
      </div>
    </AccountPage>
  )
}

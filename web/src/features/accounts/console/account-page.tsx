import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAdminSession } from '@/lib/admin-session'
import { messageOf } from '@/lib/api-error'
import { ownEmailForm } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-address'
import { LoadError } from '@/ui/empty-state'
import { TextField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { Skeleton } from '@/ui/skeleton'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from '../account-section'
import { PasskeysSection } from '../passkeys-section'
import { AdminPassword } from '../password-section'
import { TotpPanel } from '../totp-panel'
import type { OwnAdmin } from './api'
import { ownAdminQuery, useChangeOwnEmail, useConfirmOwnEmail } from './api'
import { OwnSessions } from './own-sessions'

/** The admin's own email address, two-step sign-in and password. */
export function AccountPage() {
  const { session } = useAdminSession()
  return (
    <>
      <PageHead
        title="Your account"
        lede={
          <>
            You are signed in as <strong className="text-base-content">{session?.username}</strong>.
          </>
        }
      />
      {session?.via === 'user' ? (
        <>
          <Notice title="You are signed in with your member account">
            You can change its password, passkeys and two-step sign-in{' '}
            <Link to={paths.accountSecurity} className="text-link">
              under Security in your account
            </Link>
            .
          </Notice>
          <div className="mt-8">
            <OwnSessions />
          </div>
        </>
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
        <OwnEmail me={me} />
        <TotpPanel owner="admin" state={me} />
        <PasskeysSection
          owner="admin"
          lede="A passkey replaces both the password and the code. While you have one, your password alone is not enough to sign in to the console."
          asksCode={me.secondFactor}
        />
        <AdminPassword asksCode={me.secondFactor} lede="When you change it, your other sessions end." />
        <OwnSessions />
      </>
    )
  if (error) return <LoadError title="Your account could not be loaded" error={error} onRetry={refetch} />
  return <Skeleton lines={2} />
}

/** Asks the admin to confirm the address to which the link was sent that has led here. */
function NewEmail({ token }: { token: string }) {
  const toast = useToast()
  const [, setParams] = useSearchParams()
  const { mutate, isPending, error } = useConfirmOwnEmail()
  const leave = () => setParams({}, { replace: true })
  return (
    <Notice tone={error ? 'danger' : 'info'} title="Confirm your new email address">
      {error ? (
        <p role="alert">{messageOf(error, 'The address could not be confirmed. Please try again.')}</p>
      ) : (
        <p>The link in our email has led you here. Your other sessions end when you confirm the address.</p>
      )}
      <p className="mt-4 flex flex-wrap gap-3">
        <Button
          busy={isPending}
          onClick={() =>
            mutate(token, {
              onSuccess() {
                toast({ title: 'Your email address was changed', description: 'Your other sessions have ended' })
                leave()
              },
            })
          }
        >
          Use the new address
        </Button>
        <Button tone="quiet" onClick={leave}>
          Keep the current address
        </Button>
      </p>
    </Notice>
  )
}

/** The admin's own email address. An account created on the command line has none. */
function OwnEmail({ me }: { me: OwnAdmin }) {
  const toast = useToast()
  const { mutateAsync } = useChangeOwnEmail()
  const [isChanging, setChanging] = useState(false)
  const action = me.email ? 'Change email address' : 'Add an email address'
  const [params] = useSearchParams()
  const token = params.get('confirm')
  return (
    <AccountSection title="Email" lede="We email this address when your password or your two-step sign-in is changed.">
      {token && <NewEmail token={token} />}
      {me.email ? (
        <p className="font-semibold">
          <EmailText address={me.email} />
        </p>
      ) : (
        <Notice tone="warning" title="No email address yet">
          <p>Without an address, we cannot notify you if someone changes your password or your two-step sign-in.</p>
        </Notice>
      )}
      <Button tone="outline" className="mt-5" onClick={() => setChanging(true)}>
        {action}
      </Button>
      {isChanging && (
        <ReauthDialog
          title={action}
          rules={ownEmailForm}
          fields={(form) => (
            <TextField
              form={form}
              name="email"
              label={me.email ? 'New email address' : 'Email address'}
              type="email"
              autoComplete="email"
            />
          )}
          asksCode={me.secondFactor}
          submitLabel="Send the link"
          isDestructive={false}
          send={async (values) => {
            await mutateAsync(values)
            toast({ title: 'Link sent', description: `Open the link that we sent to ${values.email} to confirm it.` })
          }}
          onSent={() => setChanging(false)}
          onClose={() => setChanging(false)}
        >
          <p>
            We send a link to the new address. We use the address once you have opened the link and confirmed. Your
            other sessions end then.
          </p>
        </ReauthDialog>
      )}
    </AccountSection>
  )
}

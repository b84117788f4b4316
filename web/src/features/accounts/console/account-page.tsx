import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAdminSession } from '@/lib/admin-session'
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
import { ownAdminQuery, useChangeOwnEmail } from './api'
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

/** The admin's own email address. An account created on the command line has none. */
function OwnEmail({ me }: { me: OwnAdmin }) {
  const toast = useToast()
  const { mutateAsync } = useChangeOwnEmail()
  const [isChanging, setChanging] = useState(false)
  const action = me.email ? 'Change email address' : 'Add an email address'
  return (
    <AccountSection title="Email" lede="We email this address when your password or your two-step sign-in is changed.">
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
          submitLabel="Save"
          isDestructive={false}
          send={async (values) => {
            await mutateAsync(values)
            toast({ title: 'Your email address was saved', description: 'Your other sessions have ended' })
          }}
          onSent={() => setChanging(false)}
          onClose={() => setChanging(false)}
        >
          <p>{me.email && `We will confirm the change by email to ${me.email}. `}Your other sessions will end.</p>
        </ReauthDialog>
      )}
    </AccountSection>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminSession } from '@/lib/admin-session'
import { messageOf } from '@/lib/api-error'
import { type OwnAdmin, ownEmailForm, ownPasswordForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-address'
import { LoadError } from '@/ui/empty-state'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { RuleField } from '@/ui/rule-field'
import { CodeInput, SecretInput } from '@/ui/secret-input'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from '../account-section'
import { confirmation, mismatched, passwordHint } from '../new-password'
import { PasskeysSection } from '../passkeys-section'
import { ownAdminQuery, useChangeOwnEmail, useChangeOwnPassword } from './api'
import { OwnSessions } from './own-sessions'
import { TotpPanel } from './totp-panel'

/** The admin's own email address, two-step sign-in and password. */
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
        <>
          <Notice title="You are here with your member’s account">
            Its password is the one of the site. Two-step sign-in comes with an admin account: ask another administrator
            to invite you.
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
        <TotpPanel me={me} />
        <PasskeysSection
          owner="admin"
          words="A passkey is both steps at once. While you have one, your password alone does not open the console."
          asksCode={me.secondFactor}
        />
        <OwnPasswordForm me={me} />
        <OwnSessions />
      </>
    )
  if (error) return <LoadError title="Your account could not be read" error={error} onRetry={refetch} />
  return <Spinner label="Loading…" />
}

/** The admin's own email address. An account that was made at the command line has none yet. */
function OwnEmail({ me }: { me: OwnAdmin }) {
  const toast = useToast()
  const { mutateAsync } = useChangeOwnEmail()
  const [isChanging, setChanging] = useState(false)
  const action = me.email ? 'Change email address' : 'Add an email address'
  return (
    <AccountSection title="Email" words="Where you are told when your password or your two-step sign-in is changed.">
      {me.email ? (
        <p className="font-semibold">
          <EmailText address={me.email} />
        </p>
      ) : (
        <Notice tone="warning" title="No email address yet">
          <p>If somebody changed your password or your two-step sign-in, nobody could tell you.</p>
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
            <RuleField form={form} name="email" label={me.email ? 'New email address' : 'Email address'}>
              {(control) => <input type="email" className="input" autoComplete="email" {...control} />}
            </RuleField>
          )}
          asksCode={me.secondFactor}
          action="Save"
          harmless
          send={async (values) => {
            await mutateAsync(values)
            toast({ title: 'Your email address is saved', description: 'Your other sessions have ended' })
          }}
          onSent={() => setChanging(false)}
          onClose={() => setChanging(false)}
        >
          <p>{me.email && `An email to ${me.email} tells of the change. `}Your other sessions end.</p>
        </ReauthDialog>
      )}
    </AccountSection>
  )
}

/** Changes the admin's own password. */
function OwnPasswordForm({ me }: { me: OwnAdmin }) {
  const toast = useToast()
  const { mutateAsync } = useChangeOwnPassword()
  const form = useRuleForm('own-password', [...ownPasswordForm, confirmation], { across: mismatched })
  const submit = form.submit({
    send: async ({ currentPassword, newPassword, code }) => {
      await mutateAsync({ currentPassword, newPassword, code })
      form.reset()
      toast({ title: 'Your password is changed', description: 'Your other sessions have ended' })
    },
    failed: (error) => {
      const message = messageOf(error, 'Please try again.')
      toast({ title: 'Your password was not changed', description: message, destructive: true })
      return message
    },
  })
  return (
    <AccountSection title="Password" words="When you change it, your other sessions end.">
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
        <FormProblem form={form} title="Your password was not changed" />
        <RuleField form={form} name="currentPassword">
          {(control) => <SecretInput holds="current password" autoComplete="current-password" {...control} />}
        </RuleField>
        {me.secondFactor && (
          <RuleField form={form} name="code" hint="From your authenticator app, or one of your recovery codes.">
            {(control) => <CodeInput {...control} />}
          </RuleField>
        )}
        <RuleField form={form} name="newPassword" label="New password" hint={passwordHint}>
          {(control) => <SecretInput holds="new password" autoComplete="new-password" {...control} />}
        </RuleField>
        <RuleField form={form} name="confirmation">
          {(control) => <SecretInput holds="confirmation" autoComplete="new-password" {...control} />}
        </RuleField>
        <SubmitButton form={form} busyLabel="Saving…" className="self-start">
          Change password
        </SubmitButton>
      </form>
    </AccountSection>
  )
}

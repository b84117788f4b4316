import { useState } from 'react'
import { useRequestVerification } from '@/lib/account-api'
import { changeEmailForm } from '@/lib/generated'
import { useSession } from '@/lib/session'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-address'
import { TextField } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import { AccountSection } from '../account-section'
import type { Security } from '../api'
import { useChangeEmail } from './api'

/** The email address that the member signs in with. */
export function EmailSection({ security }: { security: Security }) {
  const { user } = useSession()
  const toast = useToast()
  const report = useReport()
  const { mutateAsync: changeEmail } = useChangeEmail()
  const { mutateAsync: verify, isPending } = useRequestVerification()
  const [isChanging, setChanging] = useState(false)
  if (!user) return null
  return (
    <AccountSection
      title="Email"
      badge={
        security.emailVerified ? <Badge tone="success">Confirmed</Badge> : <Badge tone="warning">Not confirmed</Badge>
      }
      lede="You sign in with this address, and we send emails about your membership to it."
    >
      <p className="wrap-anywhere font-semibold">
        <EmailText address={user.email} />
      </p>
      {security.newEmail && (
        <div className="mt-4">
          <Notice title="Confirm your new address">
            <p className="wrap-anywhere">
              We sent a link to {security.newEmail}. Your address changes when you open the link and confirm.
            </p>
          </Notice>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {!security.emailVerified && (
          <Button
            busy={isPending}
            onClick={() =>
              report(verify(), {
                done: ({ message }) => ({ title: 'Please check your email', description: message }),
                failed: 'The link was not sent',
              })
            }
          >
            Confirm this address
          </Button>
        )}
        <Button tone="outline" onClick={() => setChanging(true)}>
          Change email address
        </Button>
      </div>
      {isChanging && (
        <ReauthDialog
          title="Change email address"
          rules={changeEmailForm}
          fields={(form) => (
            <TextField form={form} name="email" label="New email address" type="email" autoComplete="email" />
          )}
          asksCode={security.secondFactor}
          submitLabel="Send the link"
          isDestructive={false}
          send={async (values) => {
            const { message } = await changeEmail(values)
            toast({ title: 'Please check your new mailbox', description: message })
          }}
          onSent={() => setChanging(false)}
          onClose={() => setChanging(false)}
        >
          <p>
            We send a link to the new address and notify the old address. Your other sessions end when you confirm the
            new one.
          </p>
        </ReauthDialog>
      )}
    </AccountSection>
  )
}

import { useState } from 'react'
import { pinForm, reauthenticateForm } from '@/lib/generated'
import { isAdmin, useSession } from '@/lib/session'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { SecretField } from '@/ui/fields'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from '../account-section'
import type { Security } from '../api'
import { useSetPin } from './api'

// An empty PIN would remove it, but there is a separate button for that.
const setPinForm = [
  pinForm[0],
  { ...pinForm[1], required: true, messages: { ...pinForm[1].messages, required: pinForm[1].messages.invalid } },
  pinForm[2],
] as const

/** The member's PIN, a shorter way to sign in. */
export function PinSection({ security: { hasPin, secondFactor } }: { security: Security }) {
  const { user } = useSession()
  const toast = useToast()
  const { mutateAsync } = useSetPin()
  const [open, setOpen] = useState<'set' | 'remove'>()
  const close = () => setOpen(undefined)
  if (isAdmin(user)) return null
  return (
    <AccountSection
      title="PIN"
      badge={hasPin ? <Badge tone="success">On</Badge> : <Badge tone="outline">Off</Badge>}
      lede="Four digits that you can sign in with instead of your password. Five wrong attempts in a row turn the PIN off."
    >
      <div className="flex flex-wrap gap-3">
        <Button tone="outline" onClick={() => setOpen('set')}>
          {hasPin ? 'Change PIN' : 'Set a PIN'}
        </Button>
        {hasPin && (
          <Button tone="outline" onClick={() => setOpen('remove')}>
            Remove PIN
          </Button>
        )}
      </div>
      {open === 'set' && (
        <ReauthDialog
          title={hasPin ? 'Change your PIN' : 'Set a PIN'}
          rules={setPinForm}
          fields={(form) => (
            <SecretField
              form={form}
              name="pin"
              label="New PIN"
              hint="Four digits that are hard to guess."
              holds="PIN"
              inputMode="numeric"
              autoComplete="off"
            />
          )}
          asksCode={secondFactor}
          submitLabel="Save PIN"
          isDestructive={false}
          send={async (values) => {
            await mutateAsync(values)
            toast({ title: 'Your PIN was set' })
          }}
          onSent={close}
          onClose={close}
        >
          <p>We will email you about it.</p>
        </ReauthDialog>
      )}
      {open === 'remove' && (
        <ReauthDialog
          title="Remove your PIN?"
          rules={reauthenticateForm}
          asksCode={secondFactor}
          submitLabel="Remove PIN"
          send={async (values) => {
            await mutateAsync({ ...values, pin: '' })
            toast({ title: 'Your PIN was removed' })
          }}
          onSent={close}
          onClose={close}
        >
          <p>Your password works as before.</p>
        </ReauthDialog>
      )}
    </AccountSection>
  )
}

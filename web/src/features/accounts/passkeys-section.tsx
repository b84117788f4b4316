import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { date } from '@/lib/formats'
import { reauthenticateForm } from '@/lib/generated'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from './account-section'
import type { Passkey } from './api'
import { passkeysQuery, useAddPasskey, useRemovePasskey } from './api'
import { passkeysWork, wasCancelled } from './passkeys'

type PasskeysSectionProps = {
  owner: 'member' | 'admin'
  /** What passkeys are for in this account. */
  lede: string
  asksCode: boolean
}

/** The passkeys of an account, with buttons to add and to remove one. */
export function PasskeysSection({ owner, lede, asksCode }: PasskeysSectionProps) {
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery(owner))
  const toast = useToast()
  const { mutateAsync: add } = useAddPasskey(owner)
  const { mutateAsync: remove } = useRemovePasskey(owner)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const works = passkeysWork()
  return (
    <AccountSection
      title="Passkeys"
      badge={passkeys && passkeys.length > 0 ? <Badge tone="success">On</Badge> : <Badge tone="outline">Off</Badge>}
      lede={lede}
    >
      {error && <LoadError title="Your passkeys could not be loaded" error={error} onRetry={refetch} />}
      {!passkeys && !error && <Spinner label="Loading…" />}
      {passkeys && passkeys.length > 0 && (
        <ul className="mb-5">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex min-h-14 flex-wrap items-center gap-x-6 gap-y-1 border-base-300 border-b py-2 first:pt-0"
            >
              <span className="min-w-0 flex-[1_1_14rem]">
                <span className="font-semibold">{passkey.name}</span>
                <span className="block text-quiet text-sm">
                  Added on {date(passkey.createdAt)}
                  {passkey.lastUsedAt ? `, last used on ${date(passkey.lastUsedAt)}` : ', not used yet'}
                  {passkey.isSynced && ', synced to your other devices'}
                </span>
              </span>
              <Button
                tone="quiet"
                className="px-3 font-medium text-accent max-sm:-ml-3"
                aria-label={`Remove the passkey ${passkey.name}`}
                onClick={() => setRemoved(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {passkeys?.length === 1 && (
        <p className="mb-5 text-quiet">
          Add a second passkey on another device, so that losing one does not lock you out.
        </p>
      )}
      {works ? (
        <Button tone="outline" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className="text-quiet">Passkeys are not available in this browser.</p>
      )}
      {isAdding && (
        <ReauthDialog
          title="Add a passkey"
          rules={reauthenticateForm}
          asksCode={asksCode}
          submitLabel="Continue"
          isDestructive={false}
          refusalTitle="No passkey was added"
          send={async (reauthentication) => {
            try {
              await add(reauthentication)
            } catch (error) {
              if (wasCancelled(error)) throw new Error('No passkey was created. You can try again.')
              throw error
            }
            toast({ title: 'Your passkey was added' })
          }}
          onSent={() => setAdding(false)}
          onClose={() => setAdding(false)}
        >
          <p>Your device will then ask for your fingerprint, your face or its screen lock.</p>
        </ReauthDialog>
      )}
      {removed && (
        <ReauthDialog
          title={`Remove the passkey ${removed.name}?`}
          rules={reauthenticateForm}
          asksCode={asksCode}
          submitLabel="Remove"
          send={async (reauthentication) => {
            await remove({ id: removed.id, reauthentication })
            toast({ title: 'The passkey was removed' })
          }}
          onSent={() => setRemoved(undefined)}
          onClose={() => setRemoved(undefined)}
        >
          <p>You can no longer sign in with it. Your device may still offer it until you delete it there.</p>
        </ReauthDialog>
      )}
    </AccountSection>
  )
}

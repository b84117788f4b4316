import { useState } from 'react'
import { date } from '@/lib/formats'
import { reauthenticateMfaForm } from '@/lib/generated'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from './account-section'
import type { FactorState } from './api'
import { type Owner, useRemoveTotp, useRenewRecoveryCodes } from './api'
import { RecoveryCodeList, TotpEnrolment } from './totp-enrolment'

type TotpPanelProps = { owner: Owner; state: FactorState }

const places = { member: 'your account', admin: 'the console' } as const

/** The two-step sign-in of the signed-in account: its setup, or its current state. */
export function TotpPanel({ owner, state }: TotpPanelProps) {
  // While the recovery codes of a new setup are shown, the account already has two-step sign-in.
  const [isEnrolling, setEnrolling] = useState(!state.secondFactor)
  return (
    <AccountSection
      title="Two-step sign-in"
      view={isEnrolling ? 'enrolling' : 'on'}
      badge={state.secondFactor ? <Badge tone="success">On</Badge> : <Badge tone="outline">Off</Badge>}
      lede={
        owner === 'admin'
          ? 'After your password the console asks for a code from your phone. A stolen password alone is then not enough to sign in.'
          : 'After your password or PIN we ask for a code from your phone. A stolen password or PIN alone is then not enough to sign in.'
      }
    >
      {isEnrolling ? (
        <TotpEnrolment owner={owner} onDone={() => setEnrolling(false)} />
      ) : (
        <TotpOn owner={owner} state={state} onRemoved={() => setEnrolling(true)} />
      )}
    </AccountSection>
  )
}

const fewCodes = 2

type TotpOnProps = { owner: Owner; state: FactorState; onRemoved: () => void }

/** Two-step sign-in that is turned on: its recovery codes, and a button to turn it off. */
function TotpOn({ owner, state, onRemoved }: TotpOnProps) {
  const toast = useToast()
  const renew = useRenewRecoveryCodes(owner)
  const remove = useRemoveTotp(owner)
  const [asking, setAsking] = useState<'codes' | 'remove'>()
  const [codes, setCodes] = useState<string[]>()

  return (
    <div className="flex flex-col gap-5">
      <p>
        On since {state.secondFactorSince && date(state.secondFactorSince)}. Unused recovery codes:{' '}
        <strong className="tabular-nums">{state.recoveryCodesLeft}</strong>.
      </p>
      {state.recoveryCodesLeft <= fewCodes && (
        <Notice tone="warning" title="You have few recovery codes left">
          Create new ones before you need them.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button tone="outline" onClick={() => setAsking('codes')}>
          New recovery codes
        </Button>
        {!state.isMandatory && (
          <Button tone="outline" onClick={() => setAsking('remove')}>
            Turn off
          </Button>
        )}
      </div>
      {state.isMandatory && (
        <p className="max-w-text text-quiet">
          The settings require two-step sign-in for administrators, so you cannot turn it off. If you get a new phone,
          another administrator can reset it for you.
        </p>
      )}
      {asking === 'codes' && (
        <ReauthDialog
          title="New recovery codes"
          rules={reauthenticateMfaForm}
          asksCode
          submitLabel="Create new codes"
          isDestructive={false}
          send={async (values) => setCodes((await renew.mutateAsync(values)).recoveryCodes)}
          onSent={() => setAsking(undefined)}
          onClose={() => setAsking(undefined)}
        >
          <p>Your old codes stop working immediately.</p>
        </ReauthDialog>
      )}
      <Dialog open={codes !== undefined} title="New recovery codes" onClose={() => setCodes(undefined)}>
        {codes && <RecoveryCodeList owner={owner} codes={codes} onKept={() => setCodes(undefined)} />}
      </Dialog>
      {asking === 'remove' && (
        <ReauthDialog
          title="Turn off two-step sign-in?"
          rules={reauthenticateMfaForm}
          asksCode
          submitLabel="Turn off"
          send={async (values) => {
            await remove.mutateAsync(values)
            toast({
              title: 'Two-step sign-in is off',
              description: `Your password alone is now enough to sign in to ${places[owner]}`,
            })
          }}
          onSent={onRemoved}
          onClose={() => setAsking(undefined)}
        >
          <p>Your password alone will then be enough to sign in to {places[owner]}. Your other sessions will end.</p>
        </ReauthDialog>
      )}
    </div>
  )
}

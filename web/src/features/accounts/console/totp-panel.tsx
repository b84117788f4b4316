import { useState } from 'react'
import { date } from '@/lib/formats'
import { type OwnAdmin, reauthenticateMfaForm } from '@/lib/generated'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from '../account-section'
import { useRemoveTotp, useRenewRecoveryCodes } from './api'
import { RecoveryCodeList, TotpEnrolment } from './totp-enrolment'

/** The two-step sign-in of the admin's own account: to set up, or as it stands. */
export function TotpPanel({ me }: { me: OwnAdmin }) {
  // While the recovery codes of a new factor stand on the page, the account has it already.
  const [isEnrolling, setEnrolling] = useState(!me.secondFactor)
  return (
    <AccountSection
      title="Two-step sign-in"
      view={isEnrolling ? 'enrolling' : 'on'}
      badge={me.secondFactor ? <Badge tone="success">On</Badge> : <Badge tone="outline">Off</Badge>}
      words="After the password the console asks for a code that your phone shows. Whoever learns your password then still cannot sign in."
    >
      {isEnrolling ? (
        <TotpEnrolment onDone={() => setEnrolling(false)} />
      ) : (
        <TotpOn me={me} onRemoved={() => setEnrolling(true)} />
      )}
    </AccountSection>
  )
}

const fewCodes = 2

type TotpOnProps = { me: OwnAdmin; onRemoved: () => void }

/** A two-step sign-in that is on: its recovery codes, and the way to turn it off. */
function TotpOn({ me, onRemoved }: TotpOnProps) {
  const toast = useToast()
  const renew = useRenewRecoveryCodes()
  const remove = useRemoveTotp()
  const [asking, setAsking] = useState<'codes' | 'remove'>()
  const [codes, setCodes] = useState<string[]>()

  return (
    <div className="flex flex-col gap-5">
      <p>
        On since {me.secondFactorSince && date(me.secondFactorSince)}. Unused recovery codes:{' '}
        <strong className="tabular-nums">{me.recoveryCodesLeft}</strong>.
      </p>
      {me.recoveryCodesLeft <= fewCodes && (
        <Notice tone="warning" title="Few recovery codes are left">
          Make new ones before you need them.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button tone="outline" onClick={() => setAsking('codes')}>
          New recovery codes
        </Button>
        {!me.isMandatory && (
          <Button tone="outline" onClick={() => setAsking('remove')}>
            Turn off
          </Button>
        )}
      </div>
      {me.isMandatory && (
        <p className="max-w-text text-quiet">
          The settings ask every administrator for two-step sign-in, so it stays on. When you get a new phone, another
          administrator can reset it for you.
        </p>
      )}
      {asking === 'codes' && (
        <ReauthDialog
          title="New recovery codes"
          rules={reauthenticateMfaForm}
          asksCode
          action="Make new codes"
          harmless
          send={async (values) => setCodes((await renew.mutateAsync(values)).recoveryCodes)}
          onSent={() => setAsking(undefined)}
          onClose={() => setAsking(undefined)}
        >
          <p>The old ones stop working at once.</p>
        </ReauthDialog>
      )}
      <Dialog open={codes !== undefined} title="New recovery codes" onClose={() => setCodes(undefined)}>
        {codes && <RecoveryCodeList codes={codes} onKept={() => setCodes(undefined)} />}
      </Dialog>
      {asking === 'remove' && (
        <ReauthDialog
          title="Turn off two-step sign-in?"
          rules={reauthenticateMfaForm}
          asksCode
          action="Turn off"
          send={async (values) => {
            await remove.mutateAsync(values)
            toast({ title: 'Two-step sign-in is off', description: 'Your password alone opens the console' })
          }}
          onSent={onRemoved}
          onClose={() => setAsking(undefined)}
        >
          <p>From then on your password alone opens the console. Your other sessions end.</p>
        </ReauthDialog>
      )}
    </div>
  )
}

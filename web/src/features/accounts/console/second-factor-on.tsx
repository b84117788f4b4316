import { useState } from 'react'
import { date } from '@/lib/formats'
import { type OwnAdmin, proveFactorsForm } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { ProofDialog } from '@/ui/proof-dialog'
import { useToast } from '@/ui/toast-queue'
import { removeSecondFactor, renewRecoveryCodes } from './calls'
import { RecoveryCodeList } from './recovery-codes'

const fewCodes = 2

type SecondFactorOnProps = { me: OwnAdmin; onChanged: () => void; onRemoved: () => void }

/** A two-step sign-in that is on: its recovery codes, and the way to turn it off. */
export function SecondFactorOn({ me, onChanged, onRemoved }: SecondFactorOnProps) {
  const toast = useToast()
  const [asking, setAsking] = useState<'codes' | 'remove'>()
  const [codes, setCodes] = useState<string[]>()

  function keep() {
    setCodes(undefined)
    onChanged()
  }

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
        <ProofDialog
          title="New recovery codes"
          rules={proveFactorsForm}
          asksCode
          action="Make new codes"
          harmless
          send={async (values) => setCodes((await renewRecoveryCodes(values)).recoveryCodes)}
          onSent={() => setAsking(undefined)}
          onClose={() => setAsking(undefined)}
        >
          <p>The old ones stop working at once.</p>
        </ProofDialog>
      )}
      <Dialog open={codes !== undefined} title="New recovery codes" onClose={keep}>
        {codes && <RecoveryCodeList codes={codes} onKept={keep} />}
      </Dialog>
      {asking === 'remove' && (
        <ProofDialog
          title="Turn off two-step sign-in?"
          rules={proveFactorsForm}
          asksCode
          action="Turn off"
          send={async (values) => {
            await removeSecondFactor(values)
            toast({ title: 'Two-step sign-in is off', description: 'Your password alone opens the console' })
          }}
          onSent={onRemoved}
          onClose={() => setAsking(undefined)}
        >
          <p>From then on your password alone opens the console. Your other sessions end.</p>
        </ProofDialog>
      )}
    </div>
  )
}

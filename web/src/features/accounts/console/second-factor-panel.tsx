import { useState } from 'react'
import { date } from '@/lib/formats'
import type { OwnAdmin } from '@/lib/generated'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { useToast } from '@/ui/toast-queue'
import { removeSecondFactor, renewRecoveryCodes } from './calls'
import { EnrolSecondFactor } from './enrol-second-factor'
import { ProveForm } from './prove-form'
import { RecoveryCodeList } from './recovery-codes'

const fewCodes = 2

/** The second factor of the admin's own account. */
export function SecondFactorPanel({ me, onChanged }: { me: OwnAdmin; onChanged: () => void }) {
  // While the recovery codes of a new factor stand on the page, the account has it already.
  const [isEnrolling, setEnrolling] = useState(!me.secondFactor)
  return (
    <section aria-labelledby="second-factor-title" className="border-base-300 border-t pt-6">
      <div className="flex items-center gap-3">
        <h2 id="second-factor-title" className="display-3">
          Two-step sign-in
        </h2>
        {me.secondFactor ? <Badge tone="success">On</Badge> : <Badge tone="outline">Off</Badge>}
      </div>
      {isEnrolling ? (
        <>
          <p className="mt-3 mb-5 max-w-text text-quiet">
            After the password the console asks for a code that your telephone shows. Whoever learns your password then
            still cannot sign in.
          </p>
          <EnrolSecondFactor
            onDone={() => {
              setEnrolling(false)
              onChanged()
            }}
          />
        </>
      ) : (
        <SecondFactorIsOn me={me} onChanged={onChanged} onRemoved={() => setEnrolling(true)} />
      )}
    </section>
  )
}

type IsOnProps = { me: OwnAdmin; onChanged: () => void; onRemoved: () => void }

function SecondFactorIsOn({ me, onChanged, onRemoved }: IsOnProps) {
  const toast = useToast()
  const [asking, setAsking] = useState<'codes' | 'remove'>()
  const [codes, setCodes] = useState<string[]>()

  function close() {
    setAsking(undefined)
    setCodes(undefined)
    onChanged()
  }

  return (
    <div className="mt-3 flex flex-col gap-5">
      <p className="max-w-text">
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
          The settings ask for two-step sign-in of every administrator, so it stays on. With a new telephone, another
          administrator can reset it for you.
        </p>
      )}
      <Dialog open={asking === 'codes'} title="New recovery codes" onClose={close}>
        {codes ? (
          <RecoveryCodeList codes={codes} onKept={close} />
        ) : (
          <>
            <p className="mb-5 text-quiet">The old ones stop working at once.</p>
            <ProveForm
              id="renew-codes"
              action="Make new codes"
              onProven={async (values) => setCodes((await renewRecoveryCodes(values)).recoveryCodes)}
            />
          </>
        )}
      </Dialog>
      <Dialog open={asking === 'remove'} title="Turn off two-step sign-in?" onClose={close}>
        <p className="mb-5 text-quiet">From then on your password alone opens the console. Your other sessions end.</p>
        <ProveForm
          id="remove-factor"
          action="Turn off"
          danger
          onProven={async (values) => {
            await removeSecondFactor(values)
            toast({ title: 'Two-step sign-in is off', description: 'Your password alone opens the console' })
            onRemoved()
            onChanged()
          }}
        />
      </Dialog>
    </div>
  )
}

import { useState } from 'react'
import type { OwnAdmin } from '@/lib/generated'
import { Badge } from '@/ui/badge'
import { AccountSection } from './account-section'
import { EnrolSecondFactor } from './enrol-second-factor'
import { SecondFactorOn } from './second-factor-on'

/** The two-step sign-in of the admin's own account: to set up, or as it stands. */
export function SecondFactorPanel({ me, onChanged }: { me: OwnAdmin; onChanged: () => void }) {
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
        <EnrolSecondFactor onConfirmed={onChanged} onDone={() => setEnrolling(false)} />
      ) : (
        <SecondFactorOn
          me={me}
          onChanged={onChanged}
          onRemoved={() => {
            setEnrolling(true)
            onChanged()
          }}
        />
      )}
    </AccountSection>
  )
}

import { useState } from 'react'
import { type OwnAdmin, ownEmailForm } from '@/lib/generated'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { Notice } from '@/ui/notice'
import { ProofDialog } from '@/ui/proof-dialog'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from './account-section'
import { changeOwnEmail } from './calls'

/** The admin's own e-mail address. An account that was made at the command line has none yet. */
export function OwnEmail({ me, onChanged }: { me: OwnAdmin; onChanged: () => void }) {
  const toast = useToast()
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
        <ProofDialog
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
            await changeOwnEmail(values)
            toast({ title: 'Your email address is saved', description: 'Your other sessions have ended' })
          }}
          onSent={() => {
            setChanging(false)
            onChanged()
          }}
          onClose={() => setChanging(false)}
        >
          <p>{me.email && `A letter to ${me.email} tells of the change. `}Your other sessions end.</p>
        </ProofDialog>
      )}
    </AccountSection>
  )
}

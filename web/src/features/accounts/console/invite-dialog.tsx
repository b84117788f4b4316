import { inviteForm } from '@/lib/generated'
import { ProofDialog } from '@/ui/proof-dialog'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { inviteAdmin } from './calls'

type InviteDialogProps = { asksCode: boolean; onClose: () => void; onInvited: () => void }

/** Invites somebody to the console. */
export function InviteDialog({ asksCode, onClose, onInvited }: InviteDialogProps) {
  const toast = useToast()
  return (
    <ProofDialog
      title="Invite an administrator"
      rules={inviteForm}
      fields={(form) => (
        <>
          <RuleField form={form} name="username" hint="What she signs in with, and what the audit log calls her.">
            {(control) => (
              <input className="input" autoComplete="off" autoCapitalize="none" spellCheck={false} {...control} />
            )}
          </RuleField>
          <RuleField form={form} name="email">
            {(control) => <input type="email" className="input" autoComplete="off" {...control} />}
          </RuleField>
        </>
      )}
      asksCode={asksCode}
      action="Send invitation"
      harmless
      refused="The invitation was not sent"
      send={async (values) => {
        const { email } = await inviteAdmin(values)
        toast({ title: 'Invitation sent', description: `${email} has 72 hours to follow it` })
      }}
      onSent={onInvited}
      onClose={onClose}
    >
      <p>She is mailed a link to choose her password. As an administrator she can do everything that you can.</p>
    </ProofDialog>
  )
}

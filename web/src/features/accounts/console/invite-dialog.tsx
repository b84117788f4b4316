import { messageOf } from '@/lib/api-error'
import { inviteForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Dialog } from '@/ui/dialog'
import { FormProblem } from '@/ui/form-problem'
import { ProofFields, withCode } from '@/ui/proof-fields'
import { RuleField } from '@/ui/rule-field'
import { SubmitButton } from '@/ui/submit-button'
import { useToast } from '@/ui/toast-queue'
import { inviteAdmin } from './calls'

type InviteDialogProps = { open: boolean; asksCode: boolean; onClose: () => void; onInvited: () => void }

/** Invites somebody to the console. */
export function InviteDialog({ open, asksCode, onClose, onInvited }: InviteDialogProps) {
  return (
    <Dialog open={open} title="Invite an administrator" onClose={onClose}>
      <InviteForm asksCode={asksCode} onInvited={onInvited} />
    </Dialog>
  )
}

function InviteForm({ asksCode, onInvited }: Pick<InviteDialogProps, 'asksCode' | 'onInvited'>) {
  const toast = useToast()
  const form = useRuleForm('invite-admin', inviteForm, { across: withCode(asksCode) })
  const submit = form.submit({
    send: async (values) => {
      const { email } = await inviteAdmin(values)
      toast({ title: 'Invitation sent', description: `${email} has 72 hours to follow it` })
      onInvited()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-quiet">
        She is mailed a link to choose her password. As an administrator she can do everything that you can.
      </p>
      <FormProblem form={form} title="The invitation was not sent" />
      <RuleField form={form} name="username" hint="What she signs in with, and what the audit log calls her.">
        {(control) => (
          <input className="input" autoComplete="off" autoCapitalize="none" spellCheck={false} {...control} />
        )}
      </RuleField>
      <RuleField form={form} name="email">
        {(control) => <input type="email" className="input" autoComplete="off" {...control} />}
      </RuleField>
      <ProofFields form={form} asksCode={asksCode} />
      <SubmitButton form={form} busyLabel="Inviting…" className="self-end">
        Send invitation
      </SubmitButton>
    </form>
  )
}

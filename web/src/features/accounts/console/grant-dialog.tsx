import { messageOf } from '@/lib/api-error'
import { grantForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Dialog } from '@/ui/dialog'
import { FormProblem } from '@/ui/form-problem'
import { ProofFields, withCode } from '@/ui/proof-fields'
import { RuleField } from '@/ui/rule-field'
import { SubmitButton } from '@/ui/submit-button'
import { useToast } from '@/ui/toast-queue'
import { grantRights } from './calls'

type GrantDialogProps = { open: boolean; asksCode: boolean; onClose: () => void; onGranted: () => void }

/** Gives a member's account the rights of an administrator: its e-mail is typed, so that nobody is picked by mistake. */
export function GrantDialog({ open, asksCode, onClose, onGranted }: GrantDialogProps) {
  return (
    <Dialog open={open} title="Give a member admin rights" onClose={onClose}>
      <GrantForm asksCode={asksCode} onGranted={onGranted} />
    </Dialog>
  )
}

function GrantForm({ asksCode, onGranted }: Pick<GrantDialogProps, 'asksCode' | 'onGranted'>) {
  const toast = useToast()
  const form = useRuleForm('grant-rights', grantForm, { across: withCode(asksCode) })
  const submit = form.submit({
    send: async (values) => {
      const { name } = await grantRights(values)
      toast({ title: 'Admin rights given', description: `${name} can use the console with her own account` })
      onGranted()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-quiet">
        She can do everything that you can, with the password of her own account; a PIN that she has is removed. Type
        the email of her account to name her.
      </p>
      <FormProblem form={form} title="No rights were given" />
      <RuleField form={form} name="email">
        {(control) => <input type="email" className="input" autoComplete="off" {...control} />}
      </RuleField>
      <ProofFields form={form} asksCode={asksCode} />
      <SubmitButton form={form} busyLabel="One moment…" tone="danger" className="self-end">
        Give admin rights
      </SubmitButton>
    </form>
  )
}

import { grantForm } from '@/lib/generated'
import { ProofDialog } from '@/ui/proof-dialog'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { grantRights } from './calls'

type GrantDialogProps = { asksCode: boolean; onClose: () => void; onGranted: () => void }

/** Gives a member's account the rights of an administrator: its e-mail is typed, so that nobody is picked by mistake. */
export function GrantDialog({ asksCode, onClose, onGranted }: GrantDialogProps) {
  const toast = useToast()
  return (
    <ProofDialog
      title="Give a member admin rights"
      rules={grantForm}
      fields={(form) => (
        <RuleField form={form} name="email" label="Email of her account">
          {(control) => <input type="email" className="input" autoComplete="off" {...control} />}
        </RuleField>
      )}
      asksCode={asksCode}
      action="Give admin rights"
      refused="No rights were given"
      send={async (values) => {
        const { name } = await grantRights(values)
        toast({
          title: 'Admin rights given',
          description: `${name} signs in again with her own password to use the console`,
        })
      }}
      onSent={onGranted}
      onClose={onClose}
    >
      <p>
        She can do everything that you can. Where she is signed in now she is signed out, and signs in again with the
        password of her own account. If she has a PIN, it is removed.
      </p>
    </ProofDialog>
  )
}

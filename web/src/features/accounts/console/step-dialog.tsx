import { type AdminAccount, proofForm } from '@/lib/generated'
import { ProofDialog } from '@/ui/proof-dialog'
import { useToast } from '@/ui/toast-queue'
import { stepWords } from './admin-steps'
import { type AdminStep, changeAdmin } from './calls'

type StepDialogProps = {
  admin: AdminAccount
  step: AdminStep
  asksCode: boolean
  onTaken: () => void
  onClose: () => void
}

/** Says what a step does to another's account, and takes it for who proves herself. */
export function StepDialog({ admin: { id, username }, step, asksCode, onTaken, onClose }: StepDialogProps) {
  const toast = useToast()
  const { title, consequence, label, done, harmless } = stepWords[step]
  return (
    <ProofDialog
      title={title(username)}
      rules={proofForm}
      asksCode={asksCode}
      action={label}
      harmless={harmless}
      send={async (proof) => {
        await changeAdmin(id, step, proof)
        toast({ title: 'Done', description: done(username) })
      }}
      onSent={onTaken}
      onClose={onClose}
    >
      <p>{consequence}</p>
    </ProofDialog>
  )
}

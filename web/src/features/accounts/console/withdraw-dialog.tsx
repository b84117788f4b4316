import { type AdminMember, proofForm } from '@/lib/generated'
import { ProofDialog } from '@/ui/proof-dialog'
import { useToast } from '@/ui/toast-queue'
import { withdrawRights } from './calls'

type WithdrawDialogProps = { member: AdminMember; asksCode: boolean; onWithdrawn: () => void; onClose: () => void }

/** Takes a member's admin rights back. */
export function WithdrawDialog({ member: { id, name }, asksCode, onWithdrawn, onClose }: WithdrawDialogProps) {
  const toast = useToast()
  return (
    <ProofDialog
      title={`Withdraw the admin rights of ${name}?`}
      rules={proofForm}
      asksCode={asksCode}
      action="Withdraw"
      send={async (proof) => {
        await withdrawRights(id, proof)
        toast({ title: 'Done', description: `${name} is a member like any other now` })
      }}
      onSent={onWithdrawn}
      onClose={onClose}
    >
      <p>She is signed out everywhere at once. Her membership is not touched.</p>
    </ProofDialog>
  )
}

import { type Backup, proofForm } from '@/lib/generated'
import { ProofDialog } from '@/ui/proof-dialog'
import { useToast } from '@/ui/toast-queue'
import { deleteBackup } from './calls'

type DeleteDialogProps = { backup: Backup; asksCode: boolean; onDeleted: () => void; onClose: () => void }

/** Asks for proof before a way back is taken away. */
export function DeleteDialog({ backup: { name }, asksCode, onDeleted, onClose }: DeleteDialogProps) {
  const toast = useToast()
  return (
    <ProofDialog
      title={`Delete the backup ${name}?`}
      rules={proofForm}
      asksCode={asksCode}
      action="Delete"
      refused="Nothing was deleted"
      send={async (proof) => {
        await deleteBackup(name, proof)
        toast({ title: 'Backup Deleted', description: name })
      }}
      onSent={onDeleted}
      onClose={onClose}
    >
      <p>The file is gone then, and nothing can bring it back.</p>
    </ProofDialog>
  )
}

import { type Backup, proofForm } from '@/lib/generated'
import { ProofDialog } from '@/ui/proof-dialog'
import { downloadBackup } from './calls'

type DownloadDialogProps = { backup: Backup; asksCode: boolean; onClose: () => void }

/** Asks for proof before the file is handed out. */
export function DownloadDialog({ backup, asksCode, onClose }: DownloadDialogProps) {
  return (
    <ProofDialog
      title="Download this backup?"
      rules={proofForm}
      asksCode={asksCode}
      action="Download"
      harmless
      refused="Nothing was downloaded"
      send={(values) => downloadBackup(backup.name, values)}
      onSent={onClose}
      onClose={onClose}
    >
      <p>
        <span className="[overflow-wrap:anywhere] font-medium text-base-content">{backup.name}</span> holds all the
        site’s data and the keys that sign its sessions. Keep the file where nobody else finds it.
      </p>
    </ProofDialog>
  )
}

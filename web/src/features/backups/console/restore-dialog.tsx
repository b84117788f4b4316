import { date, timeOfDay } from '@/lib/formats'
import { type Backup, type Backups, backupRestoreForm } from '@/lib/generated'
import { ProofDialog } from '@/ui/proof-dialog'
import { RuleField } from '@/ui/rule-field'
import { restoreBackup } from './calls'

type RestoreDialogProps = {
  backup: Backup
  asksCode: boolean
  onClose: () => void
  onRestore: (view: Backups) => void
}

/** Says what a restore does, and asks for the backup's name and for proof before it is begun. */
export function RestoreDialog({ backup, asksCode, onClose, onRestore }: RestoreDialogProps) {
  return (
    <ProofDialog
      title="Restore this backup?"
      rules={backupRestoreForm}
      fields={(form) => (
        <RuleField
          form={form}
          name="confirm"
          label="Type the backup’s name"
          hint={<span className="[overflow-wrap:anywhere]">{backup.name}</span>}
        >
          {(control) => <input className="input" autoComplete="off" spellCheck={false} {...control} />}
        </RuleField>
      )}
      asksCode={asksCode}
      action="Restore and restart"
      refused="Nothing was restored"
      send={async (values) => onRestore(await restoreBackup(backup.name, values))}
      onSent={onClose}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>
          The site goes back to {date(backup.at)}, {timeOfDay(backup.at)} IST. Everything since then is lost:
          nominations, accounts, texts, what the audit log says.
        </li>
        <li>The site restarts, and nobody can use it for some seconds.</li>
        <li>Every session ends: administrators and members sign in anew.</li>
        <li>Letters that were waiting in the backup go out, also those that have gone out since.</li>
        <li>Payments made since are found again at Razorpay, within a day.</li>
      </ul>
    </ProofDialog>
  )
}

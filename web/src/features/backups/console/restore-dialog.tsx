import { useId } from 'react'
import { messageOf } from '@/lib/api-error'
import { date, timeOfDay } from '@/lib/formats'
import { type Backup, type Backups, backupRestoreForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Dialog } from '@/ui/dialog'
import { FormProblem } from '@/ui/form-problem'
import { CancelButton, ProofFields, withCode } from '@/ui/proof-fields'
import { RuleField } from '@/ui/rule-field'
import { SubmitButton } from '@/ui/submit-button'
import { restoreBackup } from './calls'

type RestoreDialogProps = {
  backup: Backup
  asksCode: boolean
  onClose: () => void
  onRestore: (view: Backups) => void
}

/** Says what a restore does, and asks for the backup's name and the admin's proof before it is begun. */
export function RestoreDialog({ backup, asksCode, onClose, onRestore }: RestoreDialogProps) {
  const form = useRuleForm(useId(), backupRestoreForm, { across: withCode(asksCode) })
  const submit = form.submit({
    send: async (values) => onRestore(await restoreBackup(backup.name, values)),
    failed: (error) => messageOf(error, 'The restore could not be begun. Please try again.'),
  })
  return (
    <Dialog open title="Restore this backup?" onClose={onClose}>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-quiet">
        <li>
          The site goes back to {date(backup.at)}, {timeOfDay(backup.at)} IST. Everything since then is lost:
          nominations, accounts, texts, what the audit log says.
        </li>
        <li>The site restarts, and nobody can use it for some seconds.</li>
        <li>Every session ends: administrators and members sign in anew.</li>
        <li>Letters that were waiting in the backup go out, also those that have gone out since.</li>
        <li>Payments made since are found again at Razorpay, within a day.</li>
      </ul>
      <form id={form.id} method="post" noValidate onSubmit={submit} className="mt-5 flex flex-col gap-5">
        <FormProblem form={form} title="Nothing was restored" />
        <RuleField
          form={form}
          name="confirm"
          label="Type the backup’s name"
          hint={<span className="break-all">{backup.name}</span>}
        >
          {(control) => <input className="input" autoComplete="off" spellCheck={false} {...control} />}
        </RuleField>
        <ProofFields form={form} asksCode={asksCode} />
        <div className="flex flex-wrap justify-end gap-3">
          <CancelButton onCancel={onClose} />
          <SubmitButton form={form} busyLabel="One moment…" tone="danger">
            Restore and restart
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

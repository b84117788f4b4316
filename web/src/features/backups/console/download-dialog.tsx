import { useId } from 'react'
import { messageOf } from '@/lib/api-error'
import { type Backup, backupTicketForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { Dialog } from '@/ui/dialog'
import { FormProblem } from '@/ui/form-problem'
import { CancelButton, ProofFields, withCode } from '@/ui/proof-fields'
import { SubmitButton } from '@/ui/submit-button'
import { downloadBackup } from './calls'

type DownloadDialogProps = { backup: Backup; asksCode: boolean; onClose: () => void }

/** Asks for the password, and for the code where there is a second factor, before the file is handed out. */
export function DownloadDialog({ backup, asksCode, onClose }: DownloadDialogProps) {
  const form = useRuleForm(useId(), backupTicketForm, { across: withCode(asksCode) })
  const submit = form.submit({
    send: async (values) => {
      await downloadBackup(backup.name, values)
      onClose()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Dialog open title="Download this backup?" onClose={onClose}>
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-quiet">
          <span className="break-all">{backup.name}</span> holds all the site’s data and the keys that sign its
          sessions. Keep the file where nobody else finds it.
        </p>
        <FormProblem form={form} title="Nothing was downloaded" />
        <ProofFields form={form} asksCode={asksCode} />
        <div className="flex flex-wrap justify-end gap-3">
          <CancelButton onCancel={onClose} />
          <SubmitButton form={form} busyLabel="One moment…">
            Download
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

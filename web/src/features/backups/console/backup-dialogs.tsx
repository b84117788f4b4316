import { dateAndTime } from '@/lib/formats'
import { backupRestoreForm, reauthenticateForm } from '@/lib/generated'
import { TextField } from '@/ui/fields'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useToast } from '@/ui/toast-queue'
import type { Backup } from './api'
import { useDeleteBackup, useDownloadBackup, useRestoreBackup } from './api'

type BackupDialogProps = { backup: Backup; asksCode: boolean; onClose: () => void }

/** Asks for the password before the download. */
export function DownloadDialog({ backup: { name }, asksCode, onClose }: BackupDialogProps) {
  const { mutateAsync } = useDownloadBackup()
  return (
    <ReauthDialog
      title="Download this backup?"
      rules={reauthenticateForm}
      asksCode={asksCode}
      submitLabel="Download"
      isDestructive={false}
      refusalTitle="The backup was not downloaded"
      send={(body) => mutateAsync({ name, body })}
      onSent={onClose}
      onClose={onClose}
    >
      <p>
        <span className="font-medium text-base-content">{name}</span> contains all the site’s data and the keys that
        sign its sessions. Store the file in a safe place.
      </p>
    </ReauthDialog>
  )
}

/** Explains a restore, and asks for the backup's name and the password before it starts. */
export function RestoreDialog({ backup: { name, at }, asksCode, onClose }: BackupDialogProps) {
  const { mutateAsync } = useRestoreBackup()
  return (
    <ReauthDialog
      title="Restore this backup?"
      rules={backupRestoreForm}
      fields={(form) => (
        <TextField
          form={form}
          name="confirm"
          label="Type the backup’s name"
          hint={name}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      asksCode={asksCode}
      submitLabel="Restore and restart"
      refusalTitle="The backup was not restored"
      send={(body) => mutateAsync({ name, body })}
      onSent={onClose}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>
          The site goes back to {dateAndTime(at)} IST. Everything since then is lost: nominations, accounts, texts and
          audit log entries.
        </li>
        <li>The site restarts, and no one can use it for a few seconds.</li>
        <li>Every session ends: administrators and members must sign in again.</li>
        <li>Emails that were pending in the backup are sent, even if they have been sent since.</li>
        <li>Payments made since then are restored from Razorpay within a day.</li>
      </ul>
    </ReauthDialog>
  )
}

/** Asks for the password before a backup is deleted. */
export function DeleteDialog({ backup: { name }, asksCode, onClose }: BackupDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useDeleteBackup()
  return (
    <ReauthDialog
      title={`Delete the backup ${name}?`}
      rules={reauthenticateForm}
      asksCode={asksCode}
      submitLabel="Delete"
      refusalTitle="The backup was not deleted"
      send={async (body) => {
        await mutateAsync({ name, body })
        toast({ title: 'Backup Deleted', description: name })
      }}
      onSent={onClose}
      onClose={onClose}
    >
      <p>The file is deleted. This cannot be undone.</p>
    </ReauthDialog>
  )
}

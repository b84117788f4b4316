import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { date, timeOfDay } from '@/lib/formats'
import type { Backup, Backups } from '@/lib/generated'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { EmptyState } from '@/ui/empty-state'
import { useToast } from '@/ui/toast-queue'
import { deleteBackup } from './calls'
import { DownloadDialog } from './download-dialog'
import { RestoreDialog } from './restore-dialog'
import { sized } from './sized'

type BackupListProps = { view: Backups; onChange: () => void; onRestore: (view: Backups) => void }

/** The backups that there are, the newest first. */
export function BackupList({ view, onChange, onRestore }: BackupListProps) {
  const [downloading, setDownloading] = useState<Backup>()
  const [restoring, setRestoring] = useState<Backup>()
  const [deleting, setDeleting] = useState<Backup>()
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()

  async function remove(name: string) {
    setBusy(true)
    try {
      await deleteBackup(name)
      toast({ title: 'Backup Deleted', description: name })
    } catch (error) {
      const description = messageOf(error, 'Please try again.')
      toast({ title: 'Deletion Failed', description, destructive: true })
    } finally {
      setBusy(false)
      setDeleting(undefined)
      onChange()
    }
  }

  if (view.backups.length === 0)
    return (
      <EmptyState title="No backup yet">
        <p>Take one now, and switch on the daily backup below.</p>
      </EmptyState>
    )
  return (
    <>
      <p className="mb-3 text-quiet">
        They are kept {view.place === 'S3' ? 'in S3.' : 'on the server’s own disk: download one now and then.'}
      </p>
      <ul className="mb-10 border-base-300 border-t">
        {view.backups.map((backup) => (
          <li key={backup.name} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-base-300 border-b py-3">
            <div className="mr-auto min-w-0">
              <p className="break-all font-medium">{backup.name}</p>
              <p className="text-quiet text-sm tabular-nums">
                {date(backup.at)}, {timeOfDay(backup.at)} IST · {sized(backup.size)}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button tone="outline" aria-label={`Download ${backup.name}`} onClick={() => setDownloading(backup)}>
                Download
              </Button>
              <Button tone="outline" aria-label={`Restore ${backup.name}`} onClick={() => setRestoring(backup)}>
                Restore
              </Button>
              <Button tone="quiet" aria-label={`Delete ${backup.name}`} onClick={() => setDeleting(backup)}>
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {downloading && (
        <DownloadDialog
          key={downloading.name}
          backup={downloading}
          asksCode={view.asksCode}
          onClose={() => setDownloading(undefined)}
        />
      )}
      {restoring && (
        <RestoreDialog
          key={restoring.name}
          backup={restoring}
          asksCode={view.asksCode}
          onClose={() => setRestoring(undefined)}
          onRestore={(fresh) => {
            setRestoring(undefined)
            onRestore(fresh)
          }}
        />
      )}
      <Confirm
        open={deleting !== undefined}
        title={`Delete the backup ${deleting?.name}?`}
        action="Delete"
        busy={isBusy}
        onConfirm={() => deleting && remove(deleting.name)}
        onClose={() => setDeleting(undefined)}
      >
        <p>The file is gone then, and nothing can bring it back.</p>
      </Confirm>
    </>
  )
}

import { useState } from 'react'
import { dateAndTime, fileSize } from '@/lib/formats'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import type { Backup, Backups } from './api'
import { DeleteDialog, DownloadDialog, RestoreDialog } from './backup-dialogs'

/** The backups, newest first. */
export function BackupList({ view }: { view: Backups }) {
  const [downloading, setDownloading] = useState<Backup>()
  const [restoring, setRestoring] = useState<Backup>()
  const [deleting, setDeleting] = useState<Backup>()

  if (view.backups.length === 0)
    return (
      <EmptyState title="No backups yet">
        <p>Create a backup now, and turn on nightly backups below.</p>
      </EmptyState>
    )
  return (
    <>
      <p className="mb-3 text-quiet">
        They are stored {view.place === 'S3' ? 'in S3.' : 'on the server’s own disk. Download a copy regularly.'}
      </p>
      <ul className="mb-10 border-base-300 border-t">
        {view.backups.map((backup) => (
          <li key={backup.name} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-base-300 border-b py-3">
            <div className="mr-auto min-w-0">
              <p className="font-medium">{backup.name}</p>
              <p className="text-quiet text-sm tabular-nums">
                {dateAndTime(backup.at)} IST · {fileSize(backup.size)}
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
          asksCode={view.isCodeRequired}
          onClose={() => setDownloading(undefined)}
        />
      )}
      {restoring && (
        <RestoreDialog
          key={restoring.name}
          backup={restoring}
          asksCode={view.isCodeRequired}
          onClose={() => setRestoring(undefined)}
        />
      )}
      {deleting && (
        <DeleteDialog
          key={deleting.name}
          backup={deleting}
          asksCode={view.isCodeRequired}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}

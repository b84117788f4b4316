import { useQuery } from '@tanstack/react-query'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { Skeleton } from '@/ui/skeleton'
import { useReport } from '@/ui/use-report'
import { backupsQuery, useCreateBackup } from './api'
import { BackupList } from './backup-list'
import { BackupProgress } from './backup-progress'
import { ReplicationPanel } from './replication-panel'
import { RestoreTests } from './restore-tests'
import { ScheduleForm } from './schedule-form'

/** The backups, with buttons to create, download, delete and restore them. */
export function BackupsPage() {
  const report = useReport()
  const create = useCreateBackup()
  const backups = useQuery(backupsQuery)
  const view = backups.data
  // During a restore no other action is possible.
  const isRestoring = view?.operation === 'restoring'

  const createBackup = () =>
    report(create.mutateAsync(), {
      failed: 'No backup was created',
      fallback: 'The backup could not be started. Please try again.',
    })

  return (
    <>
      <PageHead
        title="Backups"
        lede="A backup is a file with all the site’s data: members, nominations, payments, emails, and the keys that sign links and sessions. Protect it as carefully as the data itself."
        actions={
          !isRestoring && (
            <Button busy={create.isPending || view?.operation === 'taking'} onClick={createBackup}>
              Create a backup
            </Button>
          )
        }
      />
      <div role="status" className="mb-6 empty:hidden">
        {view?.operation && <BackupProgress operation={view.operation} />}
      </div>
      <div role="alert" className="mb-6 empty:hidden">
        {view?.failed && !view.operation && <Notice tone="danger" title={view.failed} />}
      </div>
      {view ? (
        !isRestoring && (
          <>
            <BackupList view={view} />
            <ScheduleForm schedule={view.schedule} asksCode={view.isCodeRequired} />
            <ReplicationPanel />
            <RestoreTests />
          </>
        )
      ) : backups.error ? (
        <LoadError title="The backups could not be loaded" error={backups.error} onRetry={backups.refetch} />
      ) : (
        <Skeleton />
      )}
    </>
  )
}

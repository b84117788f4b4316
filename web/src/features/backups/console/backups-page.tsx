import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { Backups } from '@/lib/generated'
import { useLive } from '@/lib/live'
import { Button } from '@/ui/button'
import { NotRead } from '@/ui/not-read'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { BackupList } from './backup-list'
import { backupsQuery, takeBackup } from './calls'
import { ScheduleForm } from './schedule-form'
import { UnderWay } from './under-way'

/** The backups: taken, fetched, deleted and restored here. */
export function Component() {
  const client = useQueryClient()
  const toast = useToast()
  const backups = useQuery(backupsQuery)
  const [isAsking, setAsking] = useState(false)
  useLive(['backups'], backups.refetch)
  const show = (fresh: Backups) => client.setQueryData(backupsQuery.queryKey, fresh)
  const view = backups.data
  // nothing can be done here until the site is back
  const isRestoring = view?.doing === 'restoring'

  async function take() {
    setAsking(true)
    try {
      show(await takeBackup())
    } catch (error) {
      const description = messageOf(error, 'The backup could not be begun. Please try again.')
      toast({ title: 'No backup was taken', description, destructive: true })
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      <PageHead
        title="Backups"
        lede="A backup is a file with all the site’s data: members, nominations, payments, mail, and the keys that sign links and sessions. Keep it as safe as the data itself."
        actions={
          !isRestoring && (
            <Button busy={isAsking || view?.doing === 'taking'} onClick={take}>
              Take a backup
            </Button>
          )
        }
      />
      <div role="status" className="mb-6 empty:hidden">
        {view?.doing && <UnderWay doing={view.doing} />}
      </div>
      <div role="alert" className="mb-6 empty:hidden">
        {view?.failed && !view.doing && <Notice tone="danger" title={view.failed} />}
      </div>
      {view ? (
        !isRestoring && (
          <>
            <BackupList view={view} onChange={backups.refetch} onRestore={show} />
            <ScheduleForm schedule={view.schedule} asksCode={view.asksCode} onSaved={show} />
          </>
        )
      ) : backups.error ? (
        <NotRead title="The backups could not be listed" error={backups.error} onRetry={backups.refetch} />
      ) : (
        <Spinner label="Loading…" size={28} />
      )}
    </>
  )
}

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import type { FormValues } from '@/lib/form-schema'
import type {
  Backups,
  BackupTicket,
  backupRestoreForm,
  backupScheduleForm,
  Replication,
  RestoreDrill,
} from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

const path = '/api/admin/backups'

export const backupsQuery = queryOptions({
  queryKey: queryKeys.backups,
  queryFn: ({ signal }) => send<Backups>(path, { signal }),
  // A realtime event reports the end; polling covers a lost connection.
  refetchInterval: ({ state }) => (state.data?.doing ? 3000 : false),
})

const store = (client: QueryClient, backups: Backups) => client.setQueryData(backupsQuery.queryKey, backups)

export const useCreateBackup = () =>
  useServerMutation('createBackup', () => send<Backups>(path, { method: 'POST' }), { store })

const at = (name: string) => `${path}/${encodeURIComponent(name)}`

type Named<Body> = { name: string; body: Body }

/** Requests a single-use address of the file and lets the browser download it, so that the file can have any size. */
async function downloadBackup({ name, body }: Named<Reauthentication>): Promise<void> {
  const { url } = await send<BackupTicket>(`${at(name)}/ticket`, { method: 'POST', body })
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export const useDownloadBackup = () => useServerMutation('downloadBackup', downloadBackup)

function deleteBackup({ name, body }: Named<Reauthentication>): Promise<void> {
  return send<void>(`${at(name)}/delete`, { method: 'POST', body })
}

export const useDeleteBackup = () => useServerMutation('deleteBackup', deleteBackup)

function restoreBackup({ name, body }: Named<FormValues<typeof backupRestoreForm>>): Promise<Backups> {
  return send<Backups>(`${at(name)}/restore`, { method: 'POST', body })
}

export const useRestoreBackup = () => useServerMutation('restoreBackup', restoreBackup, { store })

function saveSchedule(body: FormValues<typeof backupScheduleForm> & Reauthentication): Promise<Backups> {
  return send<Backups>(`${path}/schedule`, { method: 'PUT', body })
}

export const useSaveBackupSchedule = () => useServerMutation('saveBackupSchedule', saveSchedule, { store })

/** The lag changes without an event, so it is polled. */
export const replicationQuery = queryOptions({
  queryKey: queryKeys.replication,
  queryFn: ({ signal }) => send<Replication>('/api/admin/replication', { signal }),
  refetchInterval: 10_000,
})

const drills = '/api/admin/restore-drills'

export const drillsQuery = queryOptions({
  queryKey: queryKeys.restoreDrills,
  queryFn: ({ signal }) => send<RestoreDrill[]>(drills, { signal }),
})

export const useStartDrill = () =>
  useServerMutation('startDrill', () => send<RestoreDrill[]>(drills, { method: 'POST' }))

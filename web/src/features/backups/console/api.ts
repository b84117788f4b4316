import { type MutationFunctionContext, queryOptions, useMutation } from '@tanstack/react-query'
import type { Reauthentication } from '@/lib/account-api'
import { type Answer, type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Backup = Backups['backups'][number]
export type BackupSchedule = Backups['schedule']
export type Backups = Answer<'GET /api/admin/backups'>
export type Replication = Answer<'GET /api/admin/replication'>
export type RestoreTest = Row<'GET /api/admin/restore-drills'>

export const backupsQuery = queryOptions({
  queryKey: [...areas.console, 'backups'],
  queryFn: ({ signal }) => call('GET /api/admin/backups', { signal }),
  // A realtime event reports the end; polling covers a lost connection.
  refetchInterval: ({ state }) => (state.data?.operation ? 3000 : false),
})

function store(backups: Backups, _input: unknown, _optimistic: unknown, { client }: MutationFunctionContext) {
  client.setQueryData(backupsQuery.queryKey, backups)
}

export const useCreateBackup = () =>
  useMutation({ mutationFn: () => call('POST /api/admin/backups'), onSuccess: store })

type Named<Values> = { name: string; body: Values }

/** Requests a single-use address of the file and lets the browser download it, so that the file can have any size. */
async function downloadBackup({ name, body }: Named<Reauthentication>): Promise<void> {
  const { url } = await call('POST /api/admin/backups/{name}/ticket', { path: { name }, body })
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export const useDownloadBackup = () => useMutation({ mutationFn: downloadBackup })

export const useDeleteBackup = () =>
  useMutation({
    mutationFn: ({ name, body }: Named<Reauthentication>) =>
      call('POST /api/admin/backups/{name}/delete', { path: { name }, body }),
  })

export const useRestoreBackup = () =>
  useMutation({
    mutationFn: ({ name, body }: Named<Body<'POST /api/admin/backups/{name}/restore'>>) =>
      call('POST /api/admin/backups/{name}/restore', { path: { name }, body }),
    onSuccess: store,
  })

export const useSaveBackupSchedule = () =>
  useMutation({
    mutationFn: (body: Body<'PUT /api/admin/backups/schedule'>) => call('PUT /api/admin/backups/schedule', { body }),
    onSuccess: store,
  })

/** The lag changes without an event, so it is polled. */
export const replicationQuery = queryOptions({
  queryKey: [...areas.console, 'replication'],
  queryFn: ({ signal }) => call('GET /api/admin/replication', { signal }),
  refetchInterval: 10_000,
})

export const restoreTestsQuery = queryOptions({
  queryKey: [...areas.console, 'restore-drills'],
  queryFn: ({ signal }) => call('GET /api/admin/restore-drills', { signal }),
})

export const useStartRestoreTest = () => useMutation({ mutationFn: () => call('POST /api/admin/restore-drills') })

import { queryOptions } from '@tanstack/react-query'
import type { FormValues } from '@/lib/form-schema'
import type { Backups, BackupTicket, backupRestoreForm, backupScheduleForm, proofForm } from '@/lib/generated'
import { send } from '@/lib/server'

const path = '/api/admin/backups'

export const backupsQuery = queryOptions({
  queryKey: ['console', 'backups'],
  queryFn: ({ signal }) => send<Backups>(path, { signal }),
  // A hint tells of the end; this is for a line that was lost.
  refetchInterval: ({ state }) => (state.data?.doing ? 3000 : false),
})

export function takeBackup(): Promise<Backups> {
  return send<Backups>(path, { method: 'POST' })
}

type Proof = FormValues<typeof proofForm>

const at = (name: string) => `${path}/${encodeURIComponent(name)}`

/** Gets the file's address, which is good once, and has the browser itself fetch it, however large it is. */
export async function downloadBackup(name: string, body: Proof): Promise<void> {
  const { url } = await send<BackupTicket>(`${at(name)}/ticket`, { method: 'POST', body })
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export function deleteBackup(name: string, body: Proof): Promise<void> {
  return send<void>(`${at(name)}/delete`, { method: 'POST', body })
}

export function restoreBackup(name: string, body: FormValues<typeof backupRestoreForm>): Promise<Backups> {
  return send<Backups>(`${at(name)}/restore`, { method: 'POST', body })
}

export function saveSchedule(body: FormValues<typeof backupScheduleForm> & Proof): Promise<Backups> {
  return send<Backups>(`${path}/schedule`, { method: 'PUT', body })
}

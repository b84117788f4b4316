import { queryOptions } from '@tanstack/react-query'
import type { Backups } from '@/lib/generated'
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

/** The address of a backup's file: the browser itself fetches it, however large it is. */
export function fileOf(name: string): string {
  return `${path}/${encodeURIComponent(name)}`
}

export function deleteBackup(name: string): Promise<void> {
  return send<void>(fileOf(name), { method: 'DELETE' })
}

export function restoreBackup(name: string, confirm: string): Promise<Backups> {
  return send<Backups>(`${fileOf(name)}/restore`, { method: 'POST', body: { confirm } })
}

export function saveSchedule(daily: string, keep: string): Promise<Backups> {
  return send<Backups>(`${path}/schedule`, { method: 'PUT', body: { daily, keep } })
}

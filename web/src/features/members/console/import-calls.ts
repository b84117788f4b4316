import type { ImportReport, MemberImport } from '@/lib/generated'
import { send } from '@/lib/server'

/** The file as the server takes it. */
export type ImportFile = { fileName: string; content: string; invite: boolean }

/** Tells what would become of each row; nothing is changed. */
export function checkImport(file: ImportFile): Promise<ImportReport> {
  return send('/api/members/imports/check', { method: 'POST', body: file })
}

/** Begins an import. Its accounts follow, a handful at a time. */
export function beginImport(file: ImportFile): Promise<MemberImport> {
  return send('/api/members/imports', { method: 'POST', body: file })
}

/** The largest file that the server takes. */
export const largestFile = 5 * 1024 * 1024

/** A file's text. What is not UTF-8 comes out as a replacement character, and the server names its row. */
export async function readText(file: File): Promise<string> {
  return new TextDecoder().decode(await file.arrayBuffer())
}

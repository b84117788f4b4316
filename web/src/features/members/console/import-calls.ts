import type { FormValues } from '@/lib/form-schema'
import type { ImportReport, MemberImport, proofForm } from '@/lib/generated'
import { send } from '@/lib/server'

/** The file as the server takes it. */
export type ImportFile = { fileName: string; content: string; invite: boolean }

/** Tells what would become of each row; nothing is changed. */
export function checkImport(file: ImportFile): Promise<ImportReport> {
  return send('/api/members/imports/check', { method: 'POST', body: file })
}

/** What an import with letters takes besides the file. */
export type Proof = FormValues<typeof proofForm>

/** Begins an import. Its accounts follow, a handful at a time. */
export function beginImport(file: ImportFile, proof?: Proof): Promise<MemberImport> {
  return send('/api/members/imports', { method: 'POST', body: { ...file, ...proof } })
}

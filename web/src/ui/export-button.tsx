import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { download } from '@/lib/download'
import { Button } from './button'
import { type Toast, useToast } from './toast-queue'

type ExportButtonProps = {
  path: string
  /** The search, sort and filters of the list on the screen. */
  query?: Record<string, string>
  label: string
  /** What is said when the file has come. */
  saved?: Toast
  /** What is said when it has not, where the server says nothing. */
  failed?: string
}

const usual: Toast = { title: 'Export Successful', description: 'The file has been downloaded' }

/** Downloads what the list shows as a file. */
export function ExportButton({
  path,
  query,
  label,
  saved = usual,
  failed = 'Could not download the file',
}: ExportButtonProps) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await download(path, query)
      toast(saved)
    } catch (error) {
      toast({ title: 'Export Failed', description: messageOf(error, failed), destructive: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button tone="outline" busy={isBusy} onClick={save}>
      {label}
    </Button>
  )
}

import { messageOf } from '@/lib/api-error'
import { useDownload } from '@/lib/download'
import { Button } from './button'
import { type Toast, useToast } from './toast-queue'

type ExportButtonProps = {
  path: string
  /** The search, order and filters of the list. */
  query?: Record<string, string>
  /** The data from which the server creates the file, if it is not stored. */
  madeOf?: object
  label: string
  /** The toast after the download. */
  saved?: Toast
  /** The message on failure; the server's own message by default. */
  failed?: string
  /** The classes of the button in a toolbar. Elsewhere it has an outline. */
  className?: string
}

const usual: Toast = { title: 'Export Successful', description: 'The file has been downloaded' }

/** Downloads a file, such as an export of a list. */
export function ExportButton({ path, query, madeOf, label, saved = usual, failed, className }: ExportButtonProps) {
  const toast = useToast()
  const { mutateAsync, isPending } = useDownload()
  async function save() {
    try {
      await mutateAsync({ path, query, madeOf })
      toast(saved)
    } catch (error) {
      const description = failed ?? messageOf(error, 'Could not download the file')
      toast({ title: 'Export Failed', description, destructive: true })
    }
  }
  return (
    <Button tone={className ? 'quiet' : 'outline'} className={className} busy={isPending} onClick={save}>
      {label}
    </Button>
  )
}

import { messageOf } from '@/lib/api-error'
import { useDownload } from '@/lib/download'
import { Button } from './button'
import { type Toast, useToast } from './toast-queue'

type ExportButtonProps = {
  path: string
  /** The search, sort and filters of the list on the screen. */
  query?: Record<string, string>
  /** What the server makes the file of, where it does not have it. */
  madeOf?: object
  label: string
  /** What is said when the file has come. */
  saved?: Toast
  /** What is said when it has not; without it what the server says. */
  failed?: string
}

const usual: Toast = { title: 'Export Successful', description: 'The file has been downloaded' }

/** Downloads a file, such as what a list shows. */
export function ExportButton({ path, query, madeOf, label, saved = usual, failed }: ExportButtonProps) {
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
    <Button tone="outline" busy={isPending} onClick={save}>
      {label}
    </Button>
  )
}

import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { download } from '@/lib/download'
import { Button } from '@/ui/button'
import { Icon, iconButton } from '@/ui/icon'
import { useToast } from '@/ui/toast-queue'
import { invoicePath } from '../calls'

/** Downloads the document of a completed transaction. */
export function InvoiceButton({ transactionId, customer }: { transactionId: string; customer: string }) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const label = `Download the invoice of ${customer}`
  async function save() {
    setBusy(true)
    try {
      await download(invoicePath(transactionId))
    } catch (error) {
      const description = messageOf(error, 'Could not download the invoice')
      toast({ title: 'Download Failed', description, destructive: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button tone="quiet" aria-label={label} title={label} className={iconButton} busy={isBusy} onClick={save}>
      {!isBusy && <Icon path="M8 2v8.5M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11" />}
    </Button>
  )
}

import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { download } from '@/lib/download'
import { Button } from '@/ui/button'
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
    <Button tone="quiet" aria-label={label} title={label} className="size-11 p-0" busy={isBusy} onClick={save}>
      {!isBusy && (
        <svg
          viewBox="0 0 16 16"
          className="size-4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          aria-hidden="true"
        >
          <path d="M8 2v8.5M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11" />
        </svg>
      )}
    </Button>
  )
}

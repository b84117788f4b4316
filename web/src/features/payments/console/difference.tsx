import { useState } from 'react'
import type { Transaction } from '@/lib/api-types'
import { Button } from '@/ui/button'
import { useToast } from '@/ui/toast-queue'
import { AcceptDialog } from './accept-dialog'
import { RefundDialog } from './refund-dialog'

type DifferenceProps = { transaction: Transaction; onResolved: () => void }

/** The two ways to resolve a payment of another amount: accept it or refund it. */
export function Difference({ transaction, onResolved }: DifferenceProps) {
  const { id, customerName, customerEmail } = transaction
  const [open, setOpen] = useState<'accept' | 'refund'>()
  const toast = useToast()
  const close = () => setOpen(undefined)
  function sent(title: string) {
    close()
    toast({ title })
    onResolved()
  }
  const dialog = { transactionId: id, payer: customerName || customerEmail || 'N/A', onClose: close }
  return (
    <>
      <div className="-ml-2 flex flex-wrap">
        <Button tone="quiet" className="px-2" onClick={() => setOpen('accept')}>
          Accept
        </Button>
        <Button tone="quiet" className="px-2" onClick={() => setOpen('refund')}>
          Refund
        </Button>
      </div>
      {open === 'accept' && <AcceptDialog {...dialog} onSent={() => sent('Payment Accepted')} />}
      {open === 'refund' && <RefundDialog {...dialog} onSent={() => sent('Refund Requested')} />}
    </>
  )
}

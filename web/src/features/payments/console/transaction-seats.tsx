import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { reasonForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { Button, rowButton } from '@/ui/button'
import { TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { SmallTable } from '@/ui/small-table'
import type { Seat } from '../api'
import { SeatState } from '../seats-panel'
import type { TransactionDetail } from './api'
import { useEndSeat } from './api'

/** The seats that a company bought with a transaction. */
export function TransactionSeats({ transaction }: { transaction: TransactionDetail }) {
  const [ending, setEnding] = useState<Seat>()
  const may = useMay()
  if (transaction.seats === 0) return null
  return (
    <>
      <SmallTable
        title="Seats"
        nothing="The seats are created when the payment arrives"
        headers={['No.', 'Person', 'Status', 'Reason', '']}
        rows={transaction.seatList.map((seat) => ({
          key: seat.id,
          cells: [
            seat.number,
            <Person key="person" seat={seat} />,
            <SeatState key="state" seat={seat} />,
            seat.endReason,
            seat.state !== 'ended' && may('POST /api/transactions/{id}/seats/{seat}/end') && (
              <Button
                key="end"
                tone="quiet"
                className={rowButton}
                aria-label={`End seat ${seat.number}`}
                onClick={() => setEnding(seat)}
              >
                End
              </Button>
            ),
          ],
        }))}
      />
      {ending && <EndDialog transactionId={transaction.id} seat={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

function Person({ seat: { userId, name, email } }: { seat: Seat }) {
  if (!email) return '–'
  if (!userId) return name ? `${name}, ${email}` : email
  return (
    <Link to={href(consolePaths.person, { id: userId })} className="text-link">
      {name || email}
    </Link>
  )
}

function EndDialog({ transactionId, seat, onClose }: { transactionId: string; seat: Seat; onClose: () => void }) {
  const { mutateAsync } = useEndSeat()
  return (
    <FormDialog
      title={`End seat ${seat.number}?`}
      rules={reasonForm}
      send={(body) => mutateAsync({ id: transactionId, seat: seat.id, body })}
      done="Seat Ended"
      submitLabel="End seat"
      isDestructive
      onClose={onClose}
      fields={(form) => <TextAreaField form={form} name="reason" hint="Only administrators can see it." rows={3} />}
    >
      {seat.state === 'taken'
        ? 'The membership of its holder ends immediately, and we email them. It cannot be assigned to anyone else.'
        : 'It cannot be assigned to anyone. This does not refund any money.'}
    </FormDialog>
  )
}

import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Spinner } from '@/ui/spinner'
import type { CheckoutState, Sale } from './checkout'

const texts = {
  purchase: {
    waiting: {
      title: 'We are confirming your payment',
      text: 'This usually takes a few seconds. Please don’t pay again. You can close this page without losing anything.',
    },
    late: {
      title: 'This is taking longer than usual',
      text: 'Your payment has not been confirmed yet. Please don’t pay again. We will keep checking and email you when it is confirmed.',
    },
    spinner: 'Waiting for the bank’s confirmation…',
    link: { label: 'Your membership', to: paths.accountBilling },
  },
  card: {
    waiting: {
      title: 'We are checking your new card',
      text: 'This usually takes a few seconds. You don’t need to enter the card again. You can close this page without losing anything.',
    },
    late: {
      title: 'Your new card is not confirmed yet',
      text: 'Razorpay has received your new card, but has not confirmed it yet. We will update your account when it does.',
    },
    spinner: 'Waiting for Razorpay’s confirmation…',
    link: { label: 'Your account', to: paths.account },
  },
} as const satisfies Record<Sale['kind'], object>

/** Reports whether the member waits for the server to confirm a payment or a card. */
function isWaiting(state: CheckoutState): boolean {
  const { phase } = state
  if (phase === 'received') return state.sale.order.status !== 'completed'
  return phase === 'confirming' || phase === 'waiting'
}

/**
 * Shown after the checkout, until the server confirms the result: what happens to the money, and that the member need
 * not do anything.
 */
export function Confirming({ state, onClose }: { state: CheckoutState; onClose: () => void }) {
  const isLate = state.phase === 'late'
  const { waiting, late, spinner, link } = texts[state.phase === 'idle' ? 'purchase' : state.sale.kind]
  const { title, text } = isLate ? late : waiting
  return (
    <Dialog open={isLate || isWaiting(state)} title={title} onClose={onClose}>
      <div className="flex flex-col gap-5">
        {!isLate && <Spinner size={28} label={spinner} />}
        <p>{text}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={link.to} tone={isLate ? 'primary' : 'outline'}>
            {link.label}
          </ButtonLink>
          {isLate && (
            <Button tone="outline" onClick={onClose}>
              Close
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

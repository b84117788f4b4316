import { paths } from '@/lib/paths'
import { useTexts, useWords } from '@/lib/texts'
import { Button, ButtonLink } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Spinner } from '@/ui/spinner'
import type { CheckoutState, Sale } from './checkout'

const links: Readonly<Record<Sale['kind'], string>> = { purchase: paths.accountBilling, card: paths.account }

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
  const kind = state.phase === 'idle' ? 'purchase' : state.sale.kind
  const text = useTexts('checkout').group(`confirming.${kind}`)
  const word = useWords()
  const isLate = state.phase === 'late'
  return (
    <Dialog open={isLate || isWaiting(state)} title={text(isLate ? 'late.title' : 'waiting.title')} onClose={onClose}>
      <div className="flex flex-col gap-5">
        {!isLate && <Spinner size={28} label={text('spinner')} />}
        <p>{text(isLate ? 'late.text' : 'waiting.text')}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={links[kind]} tone={isLate ? 'primary' : 'outline'}>
            {text('link')}
          </ButtonLink>
          {isLate && (
            <Button tone="outline" onClick={onClose}>
              {word('close')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

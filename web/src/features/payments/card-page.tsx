import { useQuery } from '@tanstack/react-query'
import { useTransition } from 'react'
import { messageOf } from '@/lib/api-error'
import { exactPrice } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import type { Mandate } from './api'
import { mineQuery, useCardChange } from './api'
import { Confirming } from './confirming'
import { useCheckout } from './use-checkout'

/** The page on which a member updates the card for the renewal of the membership. */
export function CardPage() {
  const { data: mine, error, refetch, isFetching } = useQuery({ ...mineQuery, staleTime: 0 })
  return (
    <div className="page py-14 md:py-20">
      <div className="max-w-text">
        <p className="chapter">Your account</p>
        <h1 className="display-2 mt-4">Update your card</h1>
        <div className="mt-8">
          {error && (
            <Notice tone="danger" title="Your membership could not be loaded.">
              <p>{messageOf(error, 'Please try again.')}</p>
              <Button tone="outline" className="mt-4" busy={isFetching} onClick={() => refetch()}>
                Try again
              </Button>
            </Notice>
          )}
          {!mine && !error && <Spinner label="Loading your membership…" />}
          {mine && (canChangeCard(mine.subscription) ? <NewCard mandate={mine.subscription} /> : <NothingToChange />)}
        </div>
      </div>
    </div>
  )
}

/** Reports whether the card of the mandate can be updated now. */
export function canChangeCard(mandate: Mandate | null): mandate is Mandate {
  return mandate !== null && !mandate.cancelAtPeriodEnd && ['active', 'pending', 'halted'].includes(mandate.state)
}

function NothingToChange() {
  return (
    <>
      <p>You have no membership with a card that you can change right now.</p>
      <ButtonLink to={paths.account} className="mt-6">
        Back to your account
      </ButtonLink>
    </>
  )
}

function NewCard({ mandate }: { mandate: Mandate }) {
  const toast = useToast()
  const checkout = useCheckout()
  const { mutateAsync: changeCard } = useCardChange()
  const [isStarting, startTransition] = useTransition()
  const isActive = mandate.state === 'active'
  const amount = exactPrice(mandate.amount, mandate.currency)

  const start = () =>
    startTransition(async () => {
      try {
        const change = await changeCard(undefined)
        const charge = isActive ? 'next' : 'open'
        await checkout.open({ kind: 'card', tierName: mandate.tierName, change, charge })
      } catch (error) {
        toast({ title: 'Payment System Error', description: messageOf(error, 'Please try again.'), destructive: true })
      }
    })

  return (
    <>
      <p className="lede">
        {isActive
          ? `We will use the card or account that you enter now for all later charges for ${mandate.tierName}. Nothing is charged today.`
          : `We will use the card or account that you enter now for the unpaid charge of ${amount} for ${mandate.tierName}, and for all later charges.`}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button busy={isStarting || checkout.state.phase !== 'idle'} onClick={start}>
          {isActive ? 'Update card' : `Update card and pay ${amount}`}
        </Button>
        <ButtonLink tone="outline" to={paths.account}>
          Back to your account
        </ButtonLink>
      </div>
      <Confirming state={checkout.state} onClose={checkout.leave} />
    </>
  )
}

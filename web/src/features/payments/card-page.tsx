import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useTransition } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, messageOf } from '@/lib/api-error'
import { areas } from '@/lib/areas'
import { useConfig } from '@/lib/config'
import { exactPrice } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import type { CardChange, Mandate } from './api'
import { mineQuery, useCardChange, useVerifyPayment } from './api'
import { type CheckoutReceipt, loadRazorpay } from './use-checkout'

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
      <p>You have no membership whose card can be changed at the moment.</p>
      <ButtonLink to={paths.account} className="mt-6">
        Back to your account
      </ButtonLink>
    </>
  )
}

function NewCard({ mandate }: { mandate: Mandate }) {
  const { start, isBusy } = useNewCard(mandate)
  const amount = exactPrice(mandate.amount, mandate.currency)
  return (
    <>
      <p className="lede">
        {mandate.state === 'active'
          ? `We will make later charges for ${mandate.tierName} with the card or account that you enter now. Nothing is charged today.`
          : `We will make the open charge of ${amount} for ${mandate.tierName}, and later charges, with the card or account that you enter now.`}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={start}>
          {mandate.state === 'active' ? 'Update card' : `Update card and pay ${amount}`}
        </Button>
        <ButtonLink tone="outline" to={paths.account}>
          Back to your account
        </ButtonLink>
      </div>
    </>
  )
}

// The steps of a card update: requested, checkout open, confirmed.
function useNewCard(mandate: Mandate) {
  const config = useConfig()
  const toast = useToast()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { mutateAsync: ask } = useCardChange()
  const { mutateAsync: verify } = useVerifyPayment()
  const [isStarting, startTransition] = useTransition()
  const [isCheckoutOpen, setCheckoutOpen] = useState(false)

  const start = () =>
    startTransition(async () => {
      try {
        const [change, Razorpay] = await Promise.all([ask(undefined), loadRazorpay(config?.checkoutScript ?? '')])
        new Razorpay(optionsOf(change)).open()
        setCheckoutOpen(true)
      } catch (error) {
        toast({ title: 'Payment System Error', description: messageOf(error, 'Please try again.'), destructive: true })
      }
    })

  function optionsOf({ keyId, subscriptionId, amount, currency, customer }: CardChange) {
    return {
      key: keyId,
      amount,
      currency,
      name: config?.siteName ?? 'Boardcircle',
      description: mandate.tierName,
      subscription_id: subscriptionId,
      subscription_card_change: true,
      prefill: customer,
      notes: {},
      theme: { color: '#f99f1b' },
      handler: confirm,
      modal: { ondismiss: () => setCheckoutOpen(false) },
    }
  }

  async function confirm(receipt: CheckoutReceipt) {
    let isConfirmed = true
    try {
      await verify(receipt)
    } catch (error) {
      // Only a clear refusal is one. When the server can't be reached, Razorpay may have the card.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        setCheckoutOpen(false)
        toast({ title: 'The card was not changed', description: error.message, destructive: true })
        return
      }
      isConfirmed = false
    }
    client.invalidateQueries({ queryKey: areas.membership })
    toast(
      isConfirmed
        ? {
            title: 'Your card is updated',
            description: `The ${mandate.state === 'active' ? 'next' : 'open'} charge will be made with it.`,
          }
        : {
            title: 'Your new card is not confirmed yet',
            description:
              'Razorpay has received it, but we could not check it. Your account is updated when Razorpay confirms it.',
          },
    )
    navigate(paths.account)
  }

  return { start, isBusy: isStarting || isCheckoutOpen }
}

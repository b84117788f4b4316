import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Tier } from '@/lib/api-types'
import { href } from '@/lib/href'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useTexts, useWords } from '@/lib/texts'
import { Dialog } from '@/ui/dialog'
import { SectionBoundary } from '@/ui/section-boundary'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { Confirming } from './confirming'
import type { PurchaseValues } from './purchase-form'
import { useCheckout } from './use-checkout'

const PurchaseForm = lazy(() => import('./purchase-form').then((module) => ({ default: module.PurchaseForm })))

/** Whether the member may buy: yes, no, or not known yet. */
export type Admission = 'yes' | 'no' | 'asking'

type PurchaseProps = {
  tiers: readonly Tier[]
  admission: Admission
  /** Replaces the form, with its own title, for members who may not buy yet. */
  refusal: { title: React.ReactNode; content: (onClose: () => void) => React.ReactNode }
  /** Returns the focus to the button that chose the tier. */
  onFocusBack: (tierId: string) => void
  children: (shop: { busyId: string | undefined; choose: (tier: Tier) => void }) => React.ReactNode
}

/**
 * The purchase of a tier, for pages that show the tiers. The chosen tier is stored only in the address, so a press
 * before the script is loaded, a reload and a sign-in all return to it.
 */
export function Purchase({ tiers, admission, refusal, onFocusBack, children }: PurchaseProps) {
  const { status, user } = useSession()
  const text = useTexts('checkout')
  const word = useWords()
  const [search, setSearch] = useSearchParams()
  const hydrated = useHydrated()
  const toast = useToast()
  const navigate = useNavigate()
  const focusBack = useRef<string>(undefined)
  // What the buyer has sent, and why the bank has declined it: the form opens again with both.
  const sent = useRef<PurchaseValues>(undefined)
  const [declined, setDeclined] = useState<string>()

  const chosenId = hydrated ? search.get('tierId') : null
  const chosen = tiers.find(({ id }) => id === chosenId)
  const needsSignIn = chosen && status === 'anonymous'

  const checkout = useCheckout({ onOpen: forget, onClosed })
  const { phase } = checkout.state
  const isOpen = Boolean(chosen && user) && admission !== 'asking' && (phase === 'idle' || phase === 'loading')
  const isLetIn = admission !== 'no'
  const isBusy = status === 'loading' || (status === 'authenticated' && admission === 'asking')

  function forget() {
    setSearch({}, { replace: true, preventScrollReset: true })
  }

  function onClosed({ id }: Tier, reason?: string) {
    if (!reason) return onFocusBack(id)
    setDeclined(reason)
    setSearch({ tierId: id }, { replace: true, preventScrollReset: true })
  }

  function cancel() {
    setDeclined(undefined)
    sent.current = undefined
    focusBack.current = chosen?.id
    forget()
  }

  // The dialog must be removed before the page behind it can take the focus.
  useEffect(() => {
    if (isOpen || !focusBack.current) return
    onFocusBack(focusBack.current)
    focusBack.current = undefined
  }, [isOpen, onFocusBack])

  useEffect(() => {
    if (!needsSignIn || !chosenId) return
    toast({ title: text.plain('signIn.title'), description: text.plain('signIn.text') })
    // Replaces the choice in the history, so that Back leads to the plans and not to the sign-in again.
    navigate(href(paths.auth, { redirect: paths.membershipPlans, tierId: chosenId }), { replace: true })
  }, [needsSignIn, chosenId, toast, navigate, text])

  function choose(tier: Tier) {
    if (phase === 'idle' || phase === 'left') setSearch({ tierId: tier.id }, { preventScrollReset: true })
  }

  return (
    <>
      {children({ busyId: isBusy ? chosen?.id : undefined, choose })}
      <Dialog open={isOpen} title={isLetIn ? text('title') : refusal.title} onClose={cancel}>
        {chosen && user && (
          <SectionBoundary what={text(isLetIn ? 'part' : 'refusedPart')}>
            <Suspense fallback={<Spinner label={word('loading')} />}>
              {isLetIn ? (
                <PurchaseForm
                  key={chosen.id}
                  tier={chosen}
                  user={user}
                  sent={declined ? sent.current : undefined}
                  declined={declined}
                  onCancel={cancel}
                  onOrder={(order, values, left) => {
                    sent.current = values
                    setDeclined(undefined)
                    return checkout.open({ kind: 'purchase', tier: chosen, order }, left)
                  }}
                />
              ) : (
                refusal.content(cancel)
              )}
            </Suspense>
          </SectionBoundary>
        )}
      </Dialog>
      <Confirming state={checkout.state} onClose={checkout.leave} />
    </>
  )
}

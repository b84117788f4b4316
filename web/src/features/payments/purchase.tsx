import { lazy, Suspense, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Tier } from '@/lib/generated'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { Button, ButtonLink } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { SectionBoundary } from '@/ui/section-boundary'
import { Spinner } from '@/ui/spinner'
import { useToast } from '@/ui/toast-queue'
import { useCheckout } from './use-checkout'

const PurchaseForm = lazy(() => import('./purchase-form').then((module) => ({ default: module.PurchaseForm })))

/** Whether the member may buy: yes, no, or not yet known. */
export type Admission = 'yes' | 'no' | 'asking'

type PurchaseProps = {
  tiers: readonly Tier[]
  admission: Admission
  /** Shown in place of the form, under its own title, to those who may not buy yet. */
  refusal: { title: string; content: (onClose: () => void) => React.ReactNode }
  /** Gives the focus back to where the tier was chosen. */
  onFocusBack: (tierId: string) => void
  children: (shop: { busyId: string | undefined; choose: (tier: Tier) => void }) => React.ReactNode
}

/**
 * The purchase of a tier, around the page that shows them. The chosen tier is in the address, and
 * nowhere else: so a press before the script was there, a reload, and the way over the sign-in all
 * come back to it.
 */
export function Purchase({ tiers, admission, refusal, onFocusBack, children }: PurchaseProps) {
  const { status, user } = useSession()
  const [search, setSearch] = useSearchParams()
  const hydrated = useHydrated()
  const toast = useToast()
  const navigate = useNavigate()
  const focusBack = useRef<string>(undefined)

  const chosenId = hydrated ? search.get('tierId') : null
  const chosen = tiers.find(({ id }) => id === chosenId)
  const needsSignIn = chosen && status === 'anonymous'

  const checkout = useCheckout({ onOpen: forget, onClosed: ({ id }) => onFocusBack(id) })
  const isOpen = Boolean(chosen && user) && admission !== 'asking' && checkout.phase === 'idle'
  const isLetIn = admission !== 'no'
  const isBusy = status === 'loading' || (status === 'authenticated' && admission === 'asking')

  function forget() {
    setSearch({}, { replace: true, preventScrollReset: true })
  }

  function cancel() {
    focusBack.current = chosen?.id
    forget()
  }

  // The dialog must be gone before the page behind it can have the focus.
  useEffect(() => {
    if (isOpen || !focusBack.current) return
    onFocusBack(focusBack.current)
    focusBack.current = undefined
  }, [isOpen, onFocusBack])

  useEffect(() => {
    if (!needsSignIn || !chosenId) return
    toast({ title: 'Login Required', description: 'Please sign in or open an account to choose a plan.' })
    const back = new URLSearchParams({ redirect: paths.membershipPlans, tierId: chosenId })
    // In place of the choice, so that Back leads to the plans and not into the sign-in again.
    navigate(`${paths.auth}?${back}`, { replace: true })
  }, [needsSignIn, chosenId, toast, navigate])

  function choose(tier: Tier) {
    if (checkout.phase === 'idle') setSearch({ tierId: tier.id }, { preventScrollReset: true })
  }

  return (
    <>
      {children({ busyId: isBusy ? chosen?.id : undefined, choose })}
      <Dialog open={isOpen} title={isLetIn ? 'Complete Your Purchase' : refusal.title} onClose={cancel}>
        {chosen && user && (
          <SectionBoundary what={isLetIn ? 'The purchase form' : 'How to become a member'}>
            <Suspense fallback={<Spinner label="Loading…" />}>
              {isLetIn ? (
                <PurchaseForm
                  key={chosen.id}
                  tier={chosen}
                  user={user}
                  onCancel={cancel}
                  onOrder={(order, left) => checkout.open(chosen, order, left)}
                />
              ) : (
                refusal.content(cancel)
              )}
            </Suspense>
          </SectionBoundary>
        )}
      </Dialog>
      <Confirming state={confirmingState(checkout.phase)} onClose={checkout.leave} />
    </>
  )
}

function confirmingState(phase: string): 'closed' | 'waiting' | 'late' {
  if (phase === 'late') return 'late'
  return phase === 'confirming' || phase === 'waiting' ? 'waiting' : 'closed'
}

type ConfirmingProps = {
  /** waiting while the server is still being asked; late when we stopped asking. */
  state: 'closed' | 'waiting' | 'late'
  onClose: () => void
}

/** Between the bank's yes and ours: what happens to the money, and that there is nothing to do. */
function Confirming({ state, onClose }: ConfirmingProps) {
  const late = state === 'late'
  return (
    <Dialog
      open={state !== 'closed'}
      title={late ? 'Your bank is taking its time' : 'We are confirming your payment'}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        {!late && <Spinner size={28} label="Waiting for the bank’s confirmation…" />}
        <p>
          {late
            ? 'Your payment has not been confirmed yet. Please don’t pay again: we go on asking, and write to you as soon as it is done.'
            : 'This takes a few seconds as a rule. Please don’t pay again. You may close this page: nothing is lost.'}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={paths.accountBilling} tone={late ? 'primary' : 'outline'}>
            Your membership
          </ButtonLink>
          {late && (
            <Button tone="outline" onClick={onClose}>
              Close
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

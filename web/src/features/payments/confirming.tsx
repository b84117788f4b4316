import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Spinner } from '@/ui/spinner'

type ConfirmingProps = {
  /** waiting while the server is still being asked; late when we stopped asking. */
  state: 'closed' | 'waiting' | 'late'
  onClose: () => void
}

/** Between the bank's yes and ours: what happens to the money, and that there is nothing to do. */
export function Confirming({ state, onClose }: ConfirmingProps) {
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
          <ButtonLink to={paths.account} tone={late ? 'primary' : 'outline'}>
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

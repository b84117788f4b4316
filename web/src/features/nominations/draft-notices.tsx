import { type ReactNode, type Ref, useState, useTransition } from 'react'
import { useWatch } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { date, timeOfDay } from '@/lib/formats'
import { Button } from '@/ui/button'
import { classes } from '@/ui/classes'
import { Notice } from '@/ui/notice'
import { useReport } from '@/ui/use-report'
import type { SaveState } from './autosave'
import { discardDraft, type KeptDraft, mailDraftLink, type NominationRuleForm } from './form-api'

type DraftOfferProps = {
  draft: KeptDraft
  onRestore: () => void
  onDiscarded: () => void
  ref: Ref<HTMLDivElement>
}

/** Offers an earlier draft, and waits for an answer. */
export function DraftOffer({ draft, onRestore, onDiscarded, ref }: DraftOfferProps) {
  const report = useReport()
  const [isDiscarding, setIsDiscarding] = useState(false)

  async function discard() {
    setIsDiscarding(true)
    const isDone = await report(discardDraft(), { failed: 'The draft was not discarded' })
    setIsDiscarding(false)
    if (isDone) onDiscarded()
  }

  return (
    <div ref={ref} tabIndex={-1}>
      <Notice tone="warning" title="You have a saved draft">
        <p>
          It was saved on {date(draft.lastSaved)} at {timeOfDay(draft.lastSaved)} IST. Until you choose, nothing you
          type here is saved.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button tone="neutral" onClick={onRestore}>
            Restore draft
          </Button>
          <Button tone="outline" busy={isDiscarding} onClick={discard}>
            Discard
          </Button>
        </div>
      </Notice>
    </div>
  )
}

type DraftStatusProps = {
  state: SaveState
  /** Given while an earlier draft is on offer, and nothing is saved: leads to the offer, which may be far up. */
  onShowOffer?: () => void
}

/**
 * Whether the draft is safe. Eyes see each saving; a screen reader hears only what is news:
 * that drafts are saved at all, and that one was not.
 */
export function DraftStatus({ state, onShowOffer }: DraftStatusProps) {
  const shown = words(state)
  return (
    <>
      {onShowOffer && (
        <StatusLine isWell={false}>
          <span>
            Not saved.{' '}
            <button type="button" className="text-link cursor-pointer py-1" onClick={onShowOffer}>
              Choose about your earlier draft
            </button>{' '}
            first.
          </span>
        </StatusLine>
      )}
      {!onShowOffer && shown && (
        <StatusLine hidden isWell={state.status !== 'failed'}>
          {shown}
        </StatusLine>
      )}
      <p role="status" className="sr-only">
        {onShowOffer ? '' : news(state)}
      </p>
    </>
  )
}

type StatusLineProps = { hidden?: boolean; isWell: boolean; children: ReactNode }

/** Stays in sight under the form, however long that is. */
function StatusLine({ hidden, isWell, children }: StatusLineProps) {
  return (
    <p
      aria-hidden={hidden}
      className="foot-bar sticky bottom-0 z-10 flex items-center gap-2.5 border-base-300 border-t bg-base-100 py-2.5 text-quiet text-sm tabular-nums"
    >
      <span className={classes('size-2 shrink-0 rounded-full', isWell ? 'bg-primary' : 'bg-error')} />
      {children}
    </p>
  )
}

function words(state: SaveState): string {
  switch (state.status) {
    case 'idle':
      return ''
    case 'saving':
      return 'Saving…'
    case 'saved':
      return `Saved ${timeOfDay(state.at)}`
    case 'failed':
      return 'Not saved yet: kept on this device'
  }
}

// The same words again are not spoken again.
function news(state: SaveState): string {
  if (state.status === 'idle') return ''
  return state.status === 'failed'
    ? 'Your draft was not saved. It is kept on this device, and we keep trying.'
    : 'Your draft is saved as you type.'
}

/** Under a saved draft: the link by which it is resumed on another device. */
export function DraftLink({ form }: { form: NominationRuleForm }) {
  const email = useWatch({ control: form.control, name: 'email' }) as string
  const [isSending, startTransition] = useTransition()
  const [said, setSaid] = useState('')

  const mail = () =>
    startTransition(async () => {
      try {
        await mailDraftLink()
        setSaid(`The link is on its way to ${email}.`)
      } catch (error) {
        setSaid(messageOf(error, 'The link could not be sent. Please try again.'))
      }
    })

  if (!email) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet text-sm">
      <Button tone="quiet" busy={isSending} onClick={mail}>
        Email me a link to go on elsewhere
      </Button>
      <p role="status" className="wrap-anywhere empty:hidden">
        {said}
      </p>
    </div>
  )
}

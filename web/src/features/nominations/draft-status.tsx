import type { ReactNode } from 'react'
import { timeOfDay } from '@/lib/formats'
import { classes } from '@/ui/classes'
import type { SaveState } from './autosave'

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

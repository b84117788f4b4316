import { type ReactNode, useState, useTransition } from 'react'
import { useWatch } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { dateAndTime, timeOfDay } from '@/lib/formats'
import { Button } from '@/ui/button'
import { classes } from '@/ui/classes'
import { useReport } from '@/ui/use-report'
import type { SaveState } from './autosave'
import type { DraftNotice } from './draft'
import { mailDraftLink, type Nomination, type NominationRuleForm } from './form-api'

type DraftLineProps = {
  notice?: DraftNotice
  onStartAgain: () => Promise<void>
  onUndo: (answers: Nomination) => void
}

/** The line above the form: a draft was restored, with a button to start again, and after that a button to undo it. */
export function DraftLine({ notice, onStartAgain, onUndo }: DraftLineProps) {
  const report = useReport()
  const [isBusy, setIsBusy] = useState(false)

  async function startAgain() {
    setIsBusy(true)
    await report(onStartAgain(), { failed: 'Your draft was not deleted' })
    setIsBusy(false)
  }

  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 empty:hidden">
      <p role="status" className="empty:hidden">
        {notice?.kind === 'restored' && `We restored your draft from ${dateAndTime(notice.lastSaved)}.`}
        {notice?.kind === 'emptied' && 'We have emptied the form and deleted your draft.'}
      </p>
      {notice?.kind === 'restored' && (
        <LineButton busy={isBusy} onClick={startAgain}>
          Start again
        </LineButton>
      )}
      {notice?.kind === 'emptied' && <LineButton onClick={() => onUndo(notice.answers)}>Undo</LineButton>}
    </div>
  )
}

type LineButtonProps = { busy?: boolean; onClick: () => void; children: ReactNode }

function LineButton({ busy, onClick, children }: LineButtonProps) {
  return (
    <button
      type="button"
      className="text-link min-h-6 cursor-pointer max-md:min-h-11"
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {children}
    </button>
  )
}

/** Shows whether the draft is saved. The text shows each save; screen readers hear only the first save and errors. */
export function DraftStatus({ state }: { state: SaveState }) {
  const shown = words(state)
  return (
    <>
      {shown && <StatusLine isWell={state.status !== 'failed'}>{shown}</StatusLine>}
      <p role="status" className="sr-only">
        {news(state)}
      </p>
    </>
  )
}

type StatusLineProps = { isWell: boolean; children: ReactNode }

/** Stays visible at the bottom of the form, however long the form is. */
function StatusLine({ isWell, children }: StatusLineProps) {
  return (
    <p
      aria-hidden="true"
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
      return 'Not saved yet. Stored on this device'
  }
}

// The same text again is not announced again.
function news(state: SaveState): string {
  if (state.status === 'idle') return ''
  return state.status === 'failed'
    ? 'Your draft was not saved. It is stored on this device, and we will keep trying.'
    : 'Your draft is saved as you type.'
}

/** The button below a saved draft that emails a link to continue on another device. */
export function DraftLink({ form }: { form: NominationRuleForm }) {
  const email = useWatch({ control: form.control, name: 'email' }) as string
  const [isSending, startTransition] = useTransition()
  const [said, setSaid] = useState('')

  const mail = () =>
    startTransition(async () => {
      try {
        await mailDraftLink()
        setSaid(`We have sent the link to ${email}.`)
      } catch (error) {
        setSaid(messageOf(error, 'The link could not be sent. Please try again.'))
      }
    })

  if (!email) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet text-sm">
      <Button tone="quiet" busy={isSending} onClick={mail}>
        Email me a link to continue on another device
      </Button>
      <p role="status" className="wrap-anywhere empty:hidden">
        {said}
      </p>
    </div>
  )
}

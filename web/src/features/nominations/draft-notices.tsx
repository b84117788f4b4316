import { type ReactNode, useState, useTransition } from 'react'
import { useWatch } from 'react-hook-form'
import { messageOf } from '@/lib/api-error'
import { timeOfDay } from '@/lib/formats'
import { useDates } from '@/lib/language'
import { type BuiltInTexts, type TextReader, useTexts } from '@/lib/texts'
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
  const text = useTexts('nomination').group('draft')
  const { dateAndTime } = useDates()
  const report = useReport()
  const [isBusy, setIsBusy] = useState(false)

  async function startAgain() {
    setIsBusy(true)
    await report(onStartAgain(), { failed: text.plain('notDeleted') })
    setIsBusy(false)
  }

  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 has-[>p:empty:only-child]:hidden">
      <p role="status" className="empty:hidden">
        {notice?.kind === 'restored' && text('restored', { time: dateAndTime(notice.lastSaved) })}
        {notice?.kind === 'emptied' && text('emptied')}
      </p>
      {notice?.kind === 'restored' && (
        <LineButton busy={isBusy} onClick={startAgain}>
          {text('again')}
        </LineButton>
      )}
      {notice?.kind === 'emptied' && <LineButton onClick={() => onUndo(notice.answers)}>{text('undo')}</LineButton>}
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
  const text = useTexts('nomination').group('draft')
  const shown = statusOf(state, text)
  return (
    <>
      {shown && <StatusLine isWell={state.status !== 'failed'}>{shown}</StatusLine>}
      <p role="status" className="sr-only">
        {state.status !== 'idle' && text(state.status === 'failed' ? 'notSavedNews' : 'savedNews')}
      </p>
    </>
  )
}

type StatusLineProps = { isWell: boolean; children: ReactNode }

function StatusLine({ isWell, children }: StatusLineProps) {
  return (
    <p aria-hidden="true" className="flex items-center gap-2.5">
      <span className={classes('size-2 shrink-0 rounded-full', isWell ? 'bg-primary' : 'bg-error')} />
      {children}
    </p>
  )
}

function statusOf(state: SaveState, text: TextReader<BuiltInTexts<'nomination'>['draft']>): ReactNode {
  switch (state.status) {
    case 'idle':
      return undefined
    case 'saving':
      return text('saving')
    case 'saved':
      return text('saved', { time: timeOfDay(state.at) })
    case 'failed':
      return text('notSaved')
  }
}

/** The button below a saved draft that emails a link to continue on another device. */
export function DraftLink({ form }: { form: NominationRuleForm }) {
  const email = useWatch({ control: form.control, name: 'email' }) as string
  const text = useTexts('nomination').group('draft')
  const [isSending, startTransition] = useTransition()
  const [said, setSaid] = useState<ReactNode>('')

  const mail = () =>
    startTransition(async () => {
      try {
        await mailDraftLink()
        setSaid(text('linkSent', { email }))
      } catch (error) {
        setSaid(messageOf(error, text.plain('linkFailed')))
      }
    })

  if (!email) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet text-sm">
      <Button tone="quiet" busy={isSending} onClick={mail}>
        {text('link')}
      </Button>
      <p role="status" className="wrap-anywhere empty:hidden">
        {said}
      </p>
    </div>
  )
}

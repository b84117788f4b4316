import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Badge } from '@/ui/badge'
import { Button, type ButtonTone } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import type { ReviewedNomination, ReviewStepFields, ReviewStepName } from './api'
import { useTakeStep, useVote } from './api'
import { ApproveForm } from './approve-form'
import { ClockRing } from './clock-ring'
import { DeclineForm } from './decline-form'
import { whatHappened } from './history'
import { states } from './states'
import { AnswerForm, AskForm } from './text-step-form'
import { missingVotes } from './votes-panel'

const buttons: Readonly<Record<ReviewStepName, { label: string; tone: ButtonTone; done: string }>> = {
  take: { label: 'Start review', tone: 'primary', done: 'The nomination is in review' },
  ask: { label: 'Ask the applicant', tone: 'outline', done: 'Your question was sent' },
  answer: { label: 'Answer received', tone: 'primary', done: 'The nomination is in review again' },
  resume: { label: 'Resume review', tone: 'outline', done: 'The nomination is in review again' },
  approve: { label: 'Approve', tone: 'primary', done: 'Approved. The invitation was sent' },
  decline: { label: 'Decline', tone: 'outline', done: 'The nomination was declined' },
}

const forms = { ask: AskForm, answer: AnswerForm, approve: ApproveForm, decline: DeclineForm } as const

// The most frequent steps come first.
const order: readonly ReviewStepName[] = ['take', 'answer', 'resume', 'approve', 'ask', 'decline']

/** A step with an open form, and the version of the review when it was opened. */
type OpenStep = { step: ReviewStepName; version: number }

type DecisionBarProps = {
  nomination: ReviewedNomination
  asOf: number
  /** Opens the next nomination after a decision. Resolves to whether there was one. */
  onDecided: (done: string) => Promise<boolean>
}

/** The keyboard shortcut of each step. */
export const stepKeys: Readonly<Record<ReviewStepName, string>> = {
  take: 't',
  answer: 'w',
  resume: 'b',
  approve: 'a',
  ask: 'q',
  decline: 'd',
}

/** Presses a step's button, if the step is available. */
export function pressStep(step: string): boolean {
  const button = document.getElementById(`step-${step}`)
  button?.focus()
  button?.click()
  return button !== null
}

/** The state of the review, the time left, and the available steps. */
export function DecisionBar({ nomination, asOf, onDecided }: DecisionBarProps) {
  const toast = useToast()
  const report = useReport()
  const [open, setOpen] = useState<OpenStep>()
  const takeStep = useTakeStep(nomination.id)
  const { mutateAsync: vote } = useVote(nomination.id)
  // Explains why a form was closed without the admin's action.
  const [outdated, setOutdated] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const state = states[nomination.status]
  const steps = order.filter((step) => nomination.next.includes(step))
  // While a form is open, only its own button is shown, so that no other form replaces unsaved text. That holds even if
  // its step is no longer available.
  const offered = steps.filter((step) => !open || step === open.step)
  const Form = open && forms[open.step as keyof typeof forms]
  // Another admin may take steps while a form is open. The admin's own step may arrive by realtime before its call is
  // answered.
  const isWaiting = takeStep.isPending
  const meanwhile =
    open && !isWaiting ? whatHappened(nomination.steps.filter(({ version }) => version > open.version)) : ''
  const isGone = open !== undefined && !isWaiting && !steps.includes(open.step)

  async function take(step: ReviewStepName, body: ReviewStepFields = {}) {
    await takeStep.mutateAsync({ ...body, step, version: nomination.version })
    setOpen(undefined)
    const done = buttons[step].done
    toast({ title: done })
    if ((step === 'approve' || step === 'decline') && (await onDecided(done))) return
    heading.current?.focus()
  }

  async function voteYes(keepsForm: boolean) {
    const missing = missingVotes(await vote('yes'))
    toast({
      title: 'Your yes vote was recorded',
      description:
        missing > 0
          ? `${missing === 1 ? '1 more is' : `${missing} more are`} needed for an approval.`
          : 'The nomination can now be approved.',
    })
    if (keepsForm) return
    setOpen(undefined)
    heading.current?.focus()
  }

  async function press(step: ReviewStepName) {
    if (isWaiting) return
    setOutdated('')
    if (step in forms) return setOpen({ step, version: nomination.version })
    await report(take(step), { failed: 'The action failed' })
  }

  function cancel() {
    // The buttons are rendered again before the focus is moved to one.
    flushSync(() => setOpen(undefined))
    const pressed = document.getElementById(`step-${open?.step}`) ?? heading.current
    pressed?.focus()
  }

  const closeOutdated = useCallback(() => {
    setOutdated(meanwhile)
    setOpen(undefined)
    // The focus is moved only if the focused button was removed, not if the admin is working elsewhere on the page.
    const at = document.activeElement
    const wasHere = at === document.body || heading.current?.closest('section')?.contains(at)
    if (wasHere) heading.current?.focus({ preventScroll: true })
  }, [meanwhile])

  return (
    <section aria-labelledby="review-state" className="border-base-300 border-y py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <h2 id="review-state" ref={heading} tabIndex={-1} className="flex items-center gap-3 font-sans">
          <span className="sr-only">The review: </span>
          <Badge tone={state.tone}>{state.label}</Badge>
        </h2>
        <ClockRing clock={nomination} asOf={asOf} large />
        <div className="flex flex-wrap gap-3 sm:ml-auto">
          {offered.map((step) => (
            <Button
              key={step}
              id={`step-${step}`}
              // With an open form, the form's button is the primary one.
              tone={Form ? 'neutral' : buttons[step].tone}
              busy={isWaiting && takeStep.variables.step === step && !Form}
              aria-keyshortcuts={stepKeys[step]}
              aria-expanded={step in forms ? open?.step === step : undefined}
              onClick={() => press(step)}
            >
              {buttons[step].label}
            </Button>
          ))}
          {steps.length === 0 && <p className="text-quiet">The decision is final.</p>}
        </div>
      </div>
      <div className={Form ? 'mt-5 border-base-300 border-t pt-5' : undefined}>
        <div className="max-w-[46rem]">
          <div role="status">
            {(meanwhile || outdated) && (
              <div className={Form ? 'mb-5' : 'mt-5'}>
                <Notice tone="warning" title={meanwhile || outdated}>
                  Your action was not carried out.
                  {isGone && ' You can copy your text from this form until you close it.'}
                </Notice>
              </div>
            )}
          </div>
          {open && Form && (
            <Form
              key={open.step}
              nomination={nomination}
              onTake={(body) => take(open.step, body)}
              onVoteYes={voteYes}
              place={{ isGone, onCancel: cancel, onNothingLost: closeOutdated }}
            />
          )}
        </div>
      </div>
    </section>
  )
}

import { useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import type { ReviewedNomination } from '@/lib/generated'
import { Badge } from '@/ui/badge'
import { Button, type ButtonTone } from '@/ui/button'
import { useToast } from '@/ui/toast-queue'
import { ApproveForm } from './approve-form'
import type { Act } from './calls'
import { ClockRing } from './clock-ring'
import { DeclineForm } from './decline-form'
import { stateOf } from './states'
import { AnswerForm, AskForm } from './text-step-form'

const buttons: Readonly<Record<string, { label: string; tone: ButtonTone; done: string }>> = {
  take: { label: 'Take into review', tone: 'primary', done: 'The nomination is in review' },
  ask: { label: 'Ask the applicant', tone: 'outline', done: 'Your question is on its way' },
  answer: { label: 'Answer received', tone: 'primary', done: 'The nomination is in review again' },
  resume: { label: 'Back into review', tone: 'outline', done: 'The nomination is in review again' },
  approve: { label: 'Approve', tone: 'primary', done: 'Approved: the invitation is on its way' },
  decline: { label: 'Decline', tone: 'outline', done: 'The nomination is declined' },
}

const forms = { ask: AskForm, answer: AnswerForm, approve: ApproveForm, decline: DeclineForm } as const

// What most reviews come to stands first.
const order = ['take', 'answer', 'resume', 'approve', 'ask', 'decline']

export type StepFormProps = {
  nomination: ReviewedNomination
  /** Takes the step; it throws what the server refuses. */
  onTake: (body: Record<string, unknown>) => Promise<void>
  onCancel: () => void
}

/** How far the review is, how much time is left, and the steps that can be taken now. */
export function DecisionBar({ nomination, asOf, act }: { nomination: ReviewedNomination; asOf: number; act: Act }) {
  const toast = useToast()
  const [open, setOpen] = useState('')
  const [busy, setBusy] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const state = stateOf(nomination.status)
  const steps = order.filter((step) => nomination.next.includes(step))
  // another admin may have taken the step that a form stood open for
  const Form = steps.includes(open) ? forms[open as keyof typeof forms] : undefined

  async function take(step: string, body: Record<string, unknown> = {}) {
    await act('POST', 'steps', { step, version: nomination.version, ...body })
    setOpen('')
    toast({ title: buttons[step]?.done ?? 'Done' })
    heading.current?.focus()
  }

  async function press(step: string) {
    if (busy) return
    if (step in forms) return setOpen(step)
    setBusy(step)
    try {
      await take(step)
    } catch (error) {
      toast({ title: 'This step was not taken', description: messageOf(error, 'Please try again.'), destructive: true })
    }
    setBusy('')
  }

  function cancel() {
    setOpen('')
    requestAnimationFrame(() => document.getElementById(`step-${open}`)?.focus())
  }

  return (
    <section aria-labelledby="review-state" className="border-base-300 border-y py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <h2 id="review-state" ref={heading} tabIndex={-1} className="flex items-center gap-3 font-sans">
          <span className="sr-only">The review: </span>
          <Badge tone={state.tone}>{state.label}</Badge>
        </h2>
        <ClockRing clock={nomination} asOf={asOf} large />
        <div className="flex flex-wrap gap-3 sm:ml-auto">
          {steps.map((step) => (
            <Button
              key={step}
              id={`step-${step}`}
              tone={buttons[step]?.tone}
              busy={busy === step}
              aria-expanded={step in forms ? open === step : undefined}
              onClick={() => press(step)}
            >
              {buttons[step]?.label ?? step}
            </Button>
          ))}
          {steps.length === 0 && <p className="text-quiet">The decision is final.</p>}
        </div>
      </div>
      {Form && (
        <div className="mt-5 max-w-[46rem] border-base-300 border-t pt-5">
          <Form key={open} nomination={nomination} onTake={(body) => take(open, body)} onCancel={cancel} />
        </div>
      )}
    </section>
  )
}

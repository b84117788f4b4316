import type { ReactNode } from 'react'
import { timeOfDay } from '@/lib/formats'
import { Moment } from '@/ui/moment'
import type { ReviewedNomination, ReviewStep } from './api'
import { Panel } from './panel'

/** Every step of the review, oldest first. */
export function History({ nomination }: { nomination: ReviewedNomination }) {
  return (
    <Panel title="History">
      <ol className="ml-1.5 border-base-300 border-l">
        <Point at={nomination.createdAt}>The nomination was received.</Point>
        {nomination.steps.map((step) => (
          <Point key={step.version} at={step.at}>
            <Step step={step} />
          </Point>
        ))}
      </ol>
    </Panel>
  )
}

function Point({ at, children }: { at: string; children: ReactNode }) {
  return (
    <li className="relative pb-5 pl-6 last:pb-0">
      <span className="absolute top-1.5 -left-[0.3125rem] size-2.5 rounded-full bg-primary" aria-hidden="true" />
      {children}
      <p className="text-quiet text-sm">
        <Moment at={at} />
      </p>
    </li>
  )
}

function Step({ step }: { step: ReviewStep }) {
  return (
    <>
      <p>
        <strong className="font-semibold">{step.actor}</strong> {whatWasDone(step)}
        {step.step === 'decline' && (step.mailed ? ', with an email' : ', without an email')}.
      </p>
      {step.why && <Said text={step.why} label={step.step === 'answer' ? 'Their answer' : 'Reason'} />}
      {step.words && <Said text={step.words} label="To the applicant" />}
    </>
  )
}

function Said({ label, text }: { label: string; text: string }) {
  return (
    <p className="mt-1 whitespace-pre-line border-base-300 border-l-2 pl-3 text-[0.9375rem]">
      <span className="text-quiet">{label}: </span>
      {text}
    </p>
  )
}

const done: Readonly<Record<ReviewStep['step'], string>> = {
  take: 'started the review of this nomination',
  ask: 'asked the applicant',
  answer: 'marked the answer as received',
  resume: 'resumed the review of this nomination',
  approve: 'approved this nomination',
  decline: 'declined this nomination',
  amend: 'corrected this nomination',
  withdraw: 'withdrew this nomination',
  reopen: 'sent this nomination again',
}

/** Describes a step, to follow the name of the person who took it. */
function whatWasDone({ step, isApplicants }: Pick<ReviewStep, 'step' | 'isApplicants'>): string {
  return isApplicants && step === 'answer' ? 'answered the question' : done[step]
}

/** Describes the steps that others took while the admin was working on a step. */
export function whatHappened(steps: readonly Pick<ReviewStep, 'actor' | 'step' | 'isApplicants' | 'at'>[]): string {
  return steps.map((step) => `${step.actor} ${whatWasDone(step)} at ${timeOfDay(step.at)}.`).join(' ')
}

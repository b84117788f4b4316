import { Check } from 'lucide-react'
import { useDates } from '@/lib/language'
import { useTexts } from '@/lib/texts'
import { classes } from '@/ui/classes'
import type { OwnNominationDetail, OwnStep } from './api'

type ReviewProgressProps = {
  nomination: OwnNominationDetail
  /** When the server answered, in milliseconds. */
  asOf: number
}

/** The three stages of a nomination with their dates: received, in review, decision. */
export function ReviewProgress({ nomination, asOf }: ReviewProgressProps) {
  const text = useTexts('own-nomination').group('progress')
  const { dateAndTime } = useDates()
  const { createdAt, decidedAt, status, steps } = nomination
  const lastAt = (step: OwnStep['step']) => steps.findLast((taken) => taken.step === step)?.at
  const current = decidedAt ? 2 : status === 'submitted' ? 0 : 1
  const takenAt = current > 0 && lastAt('take')
  const stages = [
    { name: 'received', details: dateAndTime(lastAt('reopen') ?? createdAt) },
    { name: 'inReview', details: takenAt && dateAndTime(takenAt) },
    {
      name: 'decision',
      details: decidedAt ? dateAndTime(decidedAt) : <Deadline nomination={nomination} asOf={asOf} />,
    },
  ] as const
  return (
    <ol aria-label={text.plain('label')} className="mt-10 grid gap-y-5 sm:grid-cols-3">
      {stages.map(({ name, details }, stage) => (
        <li
          key={name}
          aria-current={stage === current ? 'step' : undefined}
          className={classes(
            'border-t-4 pt-3 sm:pr-6',
            stage <= current ? 'border-primary' : 'border-base-300',
            stage > current && 'text-quiet',
          )}
        >
          <p className={classes('flex items-center gap-2', stage === current && 'font-semibold')}>
            {(stage < current || decidedAt) && <Check className="size-4 shrink-0" />}
            {text(name)}
          </p>
          {details && <div className="mt-1 text-[0.9375rem]">{details}</div>}
        </li>
      ))}
    </ol>
  )
}

// When the applicant will have an answer.
function Deadline({ nomination: { pausedAt, dueAt, secondsLeft }, asOf }: ReviewProgressProps) {
  const text = useTexts('own-nomination').group('due')
  const { dateAndTime } = useDates()
  const isLate = secondsLeft - (Date.now() - asOf) / 1000 < 0
  return pausedAt ? text('paused') : text(isLate ? 'late' : 'by', { time: dateAndTime(dueAt) })
}

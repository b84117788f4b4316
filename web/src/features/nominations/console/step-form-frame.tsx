import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { LeaveGuard } from '@/ui/leave-guard'

/** What becomes of a step's form while it stands open. */
export type StepPlace = {
  /** Somebody else was quicker: the step can no longer be taken. */
  isGone: boolean
  onCancel: () => void
  /** The step is gone, and nothing was typed that would have to stay. */
  onNothingLost: () => void
}

type StepFormFrameProps = {
  form: Pick<RuleForm, 'id' | 'control' | 'setFocus'>
  title: string
  /** The field that the step begins with; without it the title takes the focus. */
  first?: string
  submit: (event: FormEvent) => void
  /** What its button does; without it there is nothing to send. */
  action?: string
  busyLabel: string
  place: StepPlace
  children: ReactNode
}

/**
 * The form of a step, opened in its place under the decision bar: it takes the focus, and guards what
 * was typed. Words stay, to be copied, even where the step is gone.
 */
export function StepFormFrame({ form, title, first, submit, action, busyLabel, place, children }: StepFormFrameProps) {
  const { isDirty } = useFormState({ control: form.control })
  const { setFocus } = form
  const heading = useRef<HTMLHeadingElement>(null)
  // live data may turn the form into another: the focus stays where it is then
  const [begin] = useState(first)
  useEffect(() => {
    if (begin) setFocus(begin)
    else heading.current?.focus()
  }, [setFocus, begin])

  const { isGone, onNothingLost } = place
  // once kept it stays, even when the words are cut out of it
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (!isGone || isKept) return
    if (!isDirty) return onNothingLost()
    setKept(true)
    // its button is gone, and may have had the focus
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [isGone, isKept, isDirty, onNothingLost])

  const sends = action && !isGone
  return (
    <form
      id={form.id}
      noValidate
      onSubmit={sends ? submit : stay}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
      aria-label={title}
      className="flex flex-col gap-4"
    >
      <LeaveGuard dirty={isDirty} />
      <h3 ref={heading} tabIndex={-1} className="display-3">
        {title}
      </h3>
      {!isGone && <FormProblem form={form} title="This step was not taken" />}
      {children}
      <div className="flex flex-wrap gap-3">
        {sends && (
          <SubmitButton form={form} busyLabel={busyLabel}>
            {action}
          </SubmitButton>
        )}
        <Button tone="outline" onClick={place.onCancel}>
          {sends ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </form>
  )
}

function stay(event: FormEvent) {
  event.preventDefault()
}

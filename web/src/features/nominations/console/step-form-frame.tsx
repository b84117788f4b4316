import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Form, SubmitButton } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import type { ReviewedNomination, ReviewStepFields } from './api'

/** The situation of an open form, which other admins may change. */
type StepPlace = {
  /** Another admin was faster: the step is no longer available. */
  isGone: boolean
  onCancel: () => void
  /** Called when the step is no longer available and the form has no unsaved text. */
  onNothingLost: () => void
}

export type StepFormProps = {
  nomination: ReviewedNomination
  /** Takes the step. Throws if the server refuses it. */
  onTake: (body: ReviewStepFields) => Promise<void>
  /** Records the admin's yes vote without an approval. The form closes, unless it must keep unsaved text. */
  onVoteYes: (keepsForm: boolean) => Promise<void>
  place: StepPlace
}

type StepFormFrameProps = {
  form: Pick<RuleForm, 'id' | 'control' | 'setFocus'>
  title: string
  /** The first field, which takes the focus; without it the title does. */
  first?: string
  submit: (event: FormEvent) => Promise<void>
  /** The button's label; without it the form has no button. */
  submitLabel?: string
  busyLabel: string
  place: StepPlace
  children: ReactNode
}

/**
 * The form of a step, shown under the decision bar. It takes the focus and guards unsaved text. If the step is no
 * longer available, the text stays so that it can be copied.
 */
export function StepFormFrame({
  form,
  title,
  first,
  submit,
  submitLabel,
  busyLabel,
  place,
  children,
}: StepFormFrameProps) {
  const { isDirty } = useFormState({ control: form.control })
  const { setFocus } = form
  const heading = useRef<HTMLHeadingElement>(null)
  // Live data may turn the form into another one. The focus stays where it is then.
  const [begin] = useState(first)
  useEffect(() => {
    if (begin) setFocus(begin)
    else heading.current?.focus()
  }, [setFocus, begin])

  const { isGone, onNothingLost } = place
  // Once the form is kept it stays, even if the admin empties it.
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (!isGone || isKept) return
    if (!isDirty) return onNothingLost()
    setKept(true)
    // The removed button may have had the focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [isGone, isKept, isDirty, onNothingLost])

  const sends = submitLabel && !isGone
  return (
    <Form
      form={form}
      onSubmit={sends ? submit : stay}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
      aria-label={title}
      className="flex flex-col gap-4"
      intro={
        <h3 ref={heading} tabIndex={-1} className="display-3">
          {title}
        </h3>
      }
      refusalTitle={isGone ? undefined : 'The action failed'}
    >
      <LeaveGuard dirty={isDirty} />
      {children}
      <div className="flex flex-wrap gap-3">
        {sends && (
          <SubmitButton form={form} busyLabel={busyLabel}>
            {submitLabel}
          </SubmitButton>
        )}
        <Button tone="outline" onClick={place.onCancel}>
          {sends ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </Form>
  )
}

async function stay(event: FormEvent) {
  event.preventDefault()
}

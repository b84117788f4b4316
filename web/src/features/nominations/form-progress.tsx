import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTexts } from '@/lib/texts'
import { classes } from '@/ui/classes'
import { isFilled } from './draft'
import type { Nomination, NominationRuleForm } from './form-api'

/** The required fields of each part of the form, as form-fields.tsx groups them. The agreement is in no part. */
export const requiredFields = [
  ['name', 'email', 'phone'],
  [
    'currentDesignation',
    'companyName',
    'industry',
    'directorType',
    'yearsOfExperience',
    'numberOfBoards',
    'currentBoards',
  ],
  ['howDidYouHear', 'preferredMeetingFormat', 'whyInterested'],
] as const satisfies readonly (readonly (keyof Nomination)[])[]

type FormProgressProps = {
  form: Pick<NominationRuleForm, 'control'>
  /** Whether the draft is saved. */
  children: ReactNode
}

/** How many parts of the form are complete. The line stays visible at the bottom of the form, however long it is. */
export function FormProgress({ form, children }: FormProgressProps) {
  const text = useTexts('nomination')
  const answers = useWatch({ control: form.control })
  const parts = requiredFields.map((names) => ({
    names,
    isComplete: names.every((name) => isFilled(answers[name])),
  }))
  return (
    <div className="foot-bar sticky bottom-0 z-10 bg-base-100 pb-2.5 text-quiet text-sm tabular-nums">
      <div aria-hidden="true" className="flex gap-1">
        {parts.map(({ names, isComplete }) => (
          <span key={names[0]} className={classes('h-1 flex-1', isComplete ? 'bg-primary' : 'bg-base-300')} />
        ))}
      </div>
      <div className="mt-2 flex flex-wrap justify-between gap-x-4">
        <p role="status">
          {text('progress', {
            complete: String(parts.filter(({ isComplete }) => isComplete).length),
            total: String(parts.length),
          })}
        </p>
        {children}
      </div>
    </div>
  )
}

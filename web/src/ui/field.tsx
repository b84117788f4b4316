import { type ReactNode, useId } from 'react'
import { useWords } from '@/lib/texts'
import { classes } from './classes'

/** The attributes that connect a control with its label, hint and error. Spread them on the input. */
export type ControlProps = {
  id: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
  'aria-required': boolean | undefined
}

type FieldProps = {
  label: ReactNode
  /** Needed only if something links to the control, such as an error summary. */
  id?: string
  hint?: ReactNode
  error?: string
  required?: boolean
  /** An empty field has a default, so it is not marked as "optional". */
  hasDefault?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A label, one control, its hint and its error, connected for sighted users and screen readers. */
export function Field({ label, id, hint, error, required = false, hasDefault, className, children }: FieldProps) {
  const word = useWords()
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={controlId} className="font-medium">
        {label}
        {!required && !hasDefault && <span className="font-normal text-quiet"> {word('optional')}</span>}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': classes(hint != null && hintId, error && errorId) || undefined,
        'aria-required': required || undefined,
      })}
      {hint != null && (
        <p id={hintId} className="text-quiet text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="font-medium text-error text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

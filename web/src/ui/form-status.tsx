import type { ComponentProps } from 'react'
import { useFormState } from 'react-hook-form'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from './button'
import { Notice } from './notice'

/** The reason why the server refused the form as a whole. Unlike the toast, it stays on the page. */
export function FormProblem({ form, title }: { form: Pick<RuleForm, 'control'>; title: string }) {
  const { errors } = useFormState({ control: form.control })
  const message = errors.root?.message
  if (!message) return null
  return (
    <Notice tone="danger" title={title}>
      {message}
    </Notice>
  )
}

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'form' | 'type' | 'busy'> & {
  form: Pick<RuleForm, 'control'>
  /** The label while the form is being sent. */
  busyLabel: string
}

/** Submits a form. It is never disabled, and never submits twice at once. */
export function SubmitButton({ form, busyLabel, children, ...rest }: SubmitButtonProps) {
  const { isSubmitting } = useFormState({ control: form.control })
  return (
    <Button type="submit" busy={isSubmitting} {...rest}>
      {isSubmitting ? busyLabel : children}
    </Button>
  )
}

import { useFormState } from 'react-hook-form'
import type { RuleForm } from '@/lib/rule-form'
import { Notice } from './notice'

/** Why the form was refused as a whole. The toast that says so too is gone after a while; this stays. */
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

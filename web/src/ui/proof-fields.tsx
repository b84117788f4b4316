import { proveFactorsForm } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from './button'
import { Field } from './field'
import { fieldId, RuleField, useFieldError } from './rule-field'
import { SecretInput } from './secret-input'

const noCode = proveFactorsForm.find(({ name }) => name === 'code')?.messages.required

type ProofFieldsProps = { form: RuleForm<'password' | 'code'>; asksCode: boolean }

/** Asks an admin to prove that it is herself: what gives the house away takes more than an open console. */
export function ProofFields({ form, asksCode }: ProofFieldsProps) {
  const codeError = useFieldError(form, 'code')
  return (
    <>
      <RuleField form={form} name="password" hint="Asked for again, so that nobody can do this at a console left open.">
        {(control) => <SecretInput holds="password" autoComplete="current-password" {...control} />}
      </RuleField>
      {(asksCode || codeError) && (
        <Field
          id={fieldId(form, 'code')}
          label={form.rule('code').label}
          required
          error={codeError}
          hint="Of your authenticator app, or a recovery code."
        >
          {(control) => (
            <input
              className="input tabular-nums"
              autoComplete="one-time-code"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              {...control}
              {...form.register('code')}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** Wants a code in a form whose rules can not know that the account has a second factor. */
export function withCode(asksCode: boolean) {
  return ({ code }: { code: string }) => (asksCode && code === '' ? { code: noCode } : {})
}

/** Gives up. Leaving a field would check it, and its sentence would move the button from under the pointer. */
export function CancelButton({ onCancel }: { onCancel: () => void }) {
  return (
    <Button tone="outline" onMouseDown={(event) => event.preventDefault()} onClick={onCancel}>
      Cancel
    </Button>
  )
}

import { type ReactNode, useId } from 'react'
import { messageOf } from '@/lib/api-error'
import type { FormValues, InitialValues } from '@/lib/form-schema'
import type { FieldRule } from '@/lib/generated'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { Button } from './button'
import { Dialog } from './dialog'
import { Field } from './field'
import { FormProblem, SubmitButton } from './form-status'
import { fieldId, RuleField, useFieldError } from './rule-field'
import { CodeInput, SecretInput } from './secret-input'

type ReauthDialogProps<Rules extends readonly FieldRule[]> = {
  /** Names the object, such as “Deactivate kavita?” */
  title: string
  /** The effect of the action. */
  children: ReactNode
  /** "password", "code" and any other fields of the dialog. */
  rules: Rules
  /** The initial values of the fields. */
  initial?: InitialValues<Rules>
  /** The fields above the password. */
  fields?: (form: RuleForm<Rules[number]['name']>) => ReactNode
  /** Whether the admin's own account has two-step sign-in. */
  asksCode: boolean
  /** The verb on the button. */
  action: string
  /** The label of the other button, if “Cancel” could be mistaken for the action. */
  dismiss?: string
  /** The action destroys nothing and grants no rights, so the button is not red. */
  harmless?: boolean
  /** The heading above the server's message on failure. */
  refused?: string
  send: (values: FormValues<Rules>) => Promise<unknown>
  onSent: () => void
  onClose: () => void
}

/**
 * Explains a critical action and asks the admin for the password again, because an unattended console must not be
 * enough. Mount it to open it.
 */
export function ReauthDialog<const Rules extends readonly FieldRule[]>({
  title,
  children,
  rules,
  initial,
  fields,
  asksCode,
  action,
  dismiss = 'Cancel',
  harmless = false,
  refused = 'Nothing was changed',
  send,
  onSent,
  onClose,
}: ReauthDialogProps<Rules>) {
  const form = useRuleForm(useId(), asksCode ? withCode(rules) : rules, { initial })
  const submit = form.submit({
    send: async (values) => {
      await send(values)
      onSent()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Dialog open title={title} onClose={onClose}>
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div className="text-quiet">{children}</div>
        <div role="alert" className="empty:hidden">
          <FormProblem form={form} title={refused} />
        </div>
        {fields?.(form)}
        <ReauthFields form={form} asksCode={asksCode} />
        <div className="flex flex-wrap justify-end gap-3">
          {/* Leaving a field validates it, and the error message would move the button away from the pointer. */}
          <Button tone="outline" onMouseDown={(event) => event.preventDefault()} onClick={onClose}>
            {dismiss}
          </Button>
          <SubmitButton form={form} busyLabel="One moment…" tone={harmless ? 'primary' : 'danger'}>
            {action}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

type ReauthFieldsProps = { form: RuleForm; asksCode: boolean }

/** The password and, where the account has two-step sign-in, the code. */
function ReauthFields({ form, asksCode }: ReauthFieldsProps) {
  const codeError = useFieldError(form, 'code')
  // Two-step sign-in may have been turned on in another browser since asksCode was loaded.
  const showsCode = asksCode || codeError || form.getValues('code')
  return (
    <>
      <RuleField form={form} name="password" hint="Please confirm your password.">
        {(control) => <SecretInput holds="password" autoComplete="current-password" {...control} />}
      </RuleField>
      {showsCode && (
        <Field
          id={fieldId(form, 'code')}
          label={form.rule('code').label}
          required
          error={codeError}
          hint="From your authenticator app, or one of your recovery codes."
        >
          {(control) => <CodeInput {...control} {...form.register('code')} />}
        </Field>
      )}
    </>
  )
}

/** Makes the code required in a form's rules. The rules do not know whether the account has two-step sign-in. */
function withCode<const Rules extends readonly FieldRule[]>(rules: Rules): Rules {
  return rules.map((rule) => (rule.name === 'code' ? { ...rule, required: true } : rule)) as unknown as Rules
}

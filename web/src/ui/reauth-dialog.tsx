import { type ReactNode, useId } from 'react'
import { messageOf } from '@/lib/api-error'
import { type FormValues, type InitialValues, requiring } from '@/lib/form-schema'
import type { FieldRule } from '@/lib/generated'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { useClosing } from '@/lib/use-closing'
import { Dialog } from './dialog'
import { Field } from './field'
import { SecretField } from './fields'
import { DialogForm } from './form'
import { fieldId, useFieldError } from './rule-field'
import { CodeInput } from './secret-input'

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
  /** The label of the button, a verb. */
  submitLabel: string
  /** The label of the other button, if “Cancel” could be mistaken for the action. */
  cancelLabel?: string
  /** False if the action destroys nothing and grants no rights; otherwise the button is red. */
  isDestructive?: boolean
  /** The heading above the server's message on failure. */
  refusalTitle?: string
  send: (values: FormValues<Rules>) => Promise<unknown>
  /** Shows the stored values, after someone else has changed them. */
  onLoadCurrent?: () => Promise<void>
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
  submitLabel,
  cancelLabel,
  isDestructive = true,
  refusalTitle = 'Nothing was changed',
  send,
  onLoadCurrent,
  onSent,
  onClose,
}: ReauthDialogProps<Rules>) {
  // The rules do not know whether the account has two-step sign-in.
  const checked: readonly Rules[number][] = asksCode ? requiring(rules, 'code') : rules
  const { isClosed, close } = useClosing(onClose)
  const form = useRuleForm<readonly Rules[number][]>(useId(), checked, { name: title, initial })
  const submit = form.submit({
    send: async (values) => {
      await send(values)
      // The dialog may have been closed while it was sent. onSent could then close another one.
      if (!isClosed.current) onSent()
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <Dialog open title={title} onClose={close}>
      <DialogForm
        form={form}
        onSubmit={submit}
        intro={<div className="text-quiet">{children}</div>}
        refusalTitle={refusalTitle}
        onLoadCurrent={onLoadCurrent}
        submitLabel={submitLabel}
        isDestructive={isDestructive}
        cancelLabel={cancelLabel}
        onClose={close}
      >
        {fields?.(form)}
        <ReauthFields form={form} asksCode={asksCode} />
      </DialogForm>
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
      <SecretField
        form={form}
        name="password"
        hint="Please confirm your password."
        holds="password"
        autoComplete="current-password"
      />
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

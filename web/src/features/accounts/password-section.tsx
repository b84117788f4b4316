import type { FormEvent } from 'react'
import { messageOf } from '@/lib/api-error'
import { changePasswordForm, ownPasswordForm } from '@/lib/generated'
import { type RuleForm, useRuleForm } from '@/lib/rule-form'
import { SecretField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { RuleField, useFieldError } from '@/ui/rule-field'
import { CodeInput } from '@/ui/secret-input'
import { useToast } from '@/ui/toast-queue'
import { AccountSection } from './account-section'
import { useChangeAdminPassword, useChangePassword } from './api'
import { confirmation, mismatch, mismatched, passwordHint } from './new-password'

type SectionProps = { asksCode: boolean; lede: string }

/** The form that changes the password of the signed-in member. */
export function MemberPassword(props: SectionProps) {
  const { mutateAsync } = useChangePassword()
  const { changed, failed } = useResult()
  const form = useRuleForm('change-password', memberRules, {
    across: (values) => (values.new === values.confirmation ? {} : { confirmation: mismatch }),
  })
  const submit = form.submit({
    send: async ({ confirmation: _, ...values }) => {
      await mutateAsync(values)
      form.reset()
      changed()
    },
    failed,
  })
  return <PasswordSection form={form} onSubmit={submit} current="current" next="new" {...props} />
}

const memberRules = [...changePasswordForm, confirmation] as const

/** The form that changes the password of the signed-in admin. */
export function AdminPassword(props: SectionProps) {
  const { mutateAsync } = useChangeAdminPassword()
  const { changed, failed } = useResult()
  const form = useRuleForm('change-password', adminRules, { across: mismatched })
  const submit = form.submit({
    send: async ({ confirmation: _, ...values }) => {
      await mutateAsync(values)
      form.reset()
      changed()
    },
    failed,
  })
  return <PasswordSection form={form} onSubmit={submit} current="currentPassword" next="newPassword" {...props} />
}

const adminRules = [...ownPasswordForm, confirmation] as const

/** Returns functions that report the result of a change in a toast. */
function useResult() {
  const toast = useToast()
  return {
    changed: () => toast({ title: 'Your password was changed', description: 'Your other sessions have ended' }),
    failed: (error: unknown) => {
      const message = messageOf(error, 'Please try again.')
      toast({ title: 'Your password was not changed', description: message, destructive: true })
      return message
    },
  }
}

type PasswordSectionProps<Name extends string> = SectionProps & {
  form: RuleForm<Name | 'code' | 'confirmation'>
  onSubmit: (event: FormEvent) => Promise<void>
  /** The names of the fields with the current and the new password. */
  current: Name
  next: Name
}

function PasswordSection<Name extends string>(props: PasswordSectionProps<Name>) {
  const { form, onSubmit, current, next, asksCode, lede } = props
  const codeError = useFieldError(form, 'code')
  return (
    <AccountSection title="Password" lede={lede}>
      <Form
        form={form}
        onSubmit={onSubmit}
        refusalTitle="Your password was not changed"
        isToasted
        className="flex max-w-md flex-col gap-5"
      >
        <SecretField form={form} name={current} holds="current password" autoComplete="current-password" />
        {(asksCode || codeError) && (
          <RuleField form={form} name="code" hint="From your authenticator app, or one of your recovery codes.">
            {(control) => <CodeInput {...control} />}
          </RuleField>
        )}
        <SecretField
          form={form}
          name={next}
          label="New password"
          hint={passwordHint}
          holds="new password"
          autoComplete="new-password"
        />
        <SecretField form={form} name="confirmation" holds="confirmation" autoComplete="new-password" />
        <SubmitButton form={form} busyLabel="Saving…" className="self-start">
          Change password
        </SubmitButton>
      </Form>
    </AccountSection>
  )
}

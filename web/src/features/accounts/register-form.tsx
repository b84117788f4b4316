import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { useConfig } from '@/lib/config'
import { digitsOf } from '@/lib/form-schema'
import { registerForm } from '@/lib/generated'
import { registerLabels } from '@/lib/option-labels'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { takeSignUp } from '@/lib/sign-up'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { LegalLink } from '@/ui/legal-link'
import { RuleCheck, RuleField, RuleSelect } from '@/ui/rule-field'
import { SecretInput } from '@/ui/secret-input'
import { useToast } from '@/ui/toast-queue'
import { useRegister } from './api'
import { passwordHint } from './new-password'

type RegisterFormProps = {
  /** The data of the invited person. The email is fixed. The token is from a nomination's invitation. */
  invited?: {
    token?: string
    name: string
    email: string
    phone: string
    location: string
  }
  /** Called before the session has the new user. */
  onRegistered?: () => void
}

export function RegisterForm({ invited, onRegistered }: RegisterFormProps) {
  const toast = useToast()
  const siteName = useConfig()?.siteName ?? 'Boardcircle'
  const { mutateAsync } = useRegister(onRegistered)
  const [signUp] = useState(takeSignUp)
  const form = useRuleForm('create-account', registerForm, {
    initial: invited
      ? {
          name: invited.name,
          email: invited.email,
          phone: invited.phone,
          location: invited.location,
          requestType: 'membership',
        }
      : { requestType: 'enquiry', ...signUp },
    prepare: { phone: digitsOf },
  })
  const submit = form.submit({
    send: async (values) => {
      const { name } = await mutateAsync(invited?.token ? { ...values, invitation: invited.token } : values)
      toast({
        title: 'Registration successful',
        description: `Welcome to ${siteName}, ${name}!`,
      })
    },
    failed: (error) => {
      const message = messageOf(error, 'Please try again.')
      toast({
        title: 'Registration failed',
        description: message,
        destructive: true,
      })
      return message
    },
  })

  return (
    <form id={form.id} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormProblem form={form} title="Registration failed" />
      <RuleField form={form} name="name">
        {(control) => <input className="input" autoComplete="name" {...control} />}
      </RuleField>
      <RuleField form={form} name="email">
        {(control) => (
          <input type="email" className="input" autoComplete="username" readOnly={Boolean(invited)} {...control} />
        )}
      </RuleField>
      <div className="grid gap-5 sm:grid-cols-2">
        <RuleField form={form} name="phone">
          {(control) => (
            <input type="tel" className="input" autoComplete="tel" placeholder="+91 98765 43210" {...control} />
          )}
        </RuleField>
        <RuleField form={form} name="location">
          {(control) => <input className="input" placeholder="City, State" {...control} />}
        </RuleField>
      </div>
      <RuleField form={form} name="password" hint={passwordHint}>
        {(control) => <SecretInput holds="password" autoComplete="new-password" {...control} />}
      </RuleField>
      <RuleField
        form={form}
        name="pin"
        label="4-digit PIN"
        hint="A shorter way to sign in. Five wrong tries switch it off."
      >
        {(control) => <SecretInput holds="PIN" inputMode="numeric" autoComplete="off" {...control} />}
      </RuleField>
      <RuleSelect form={form} name="requestType" label="I am interested in" labels={registerLabels.requestType} />
      <RuleCheck form={form} name="agreeOffers" label={form.rule('agreeOffers').label} />
      <p className="text-quiet text-sm">
        By creating an account you agree to the <LegalLink to={paths.terms}>terms and conditions</LegalLink> of{' '}
        {siteName} and to its <LegalLink to={paths.privacy}>privacy policy</LegalLink>.
      </p>
      <SubmitButton form={form} busyLabel="Creating your account…" className="mt-2 self-start px-10 max-xs:w-full">
        Create account
      </SubmitButton>
    </form>
  )
}

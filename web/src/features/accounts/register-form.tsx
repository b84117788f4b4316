import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { useConfig } from '@/lib/config'
import { digitsOf } from '@/lib/form-schema'
import { registerForm } from '@/lib/generated'
import { registerLabels } from '@/lib/option-labels'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { storedSignUp } from '@/lib/sign-up'
import { CheckField, SecretField, SelectField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LegalLink } from '@/ui/legal-link'
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
  const [signUp] = useState(storedSignUp)
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
    <Form form={form} onSubmit={submit} refusalTitle="Registration failed" isToasted>
      <TextField form={form} name="name" autoComplete="name" />
      <TextField form={form} name="email" type="email" autoComplete="username" readOnly={Boolean(invited)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="phone" type="tel" autoComplete="tel" placeholder="+91 98765 43210" />
        <TextField form={form} name="location" placeholder="City, State" />
      </div>
      <SecretField form={form} name="password" hint={passwordHint} holds="password" autoComplete="new-password" />
      <SecretField
        form={form}
        name="pin"
        label="4-digit PIN"
        hint="A quicker way to sign in. Five wrong attempts in a row turn it off."
        holds="PIN"
        inputMode="numeric"
        autoComplete="off"
      />
      <SelectField form={form} name="requestType" label="I am interested in" labels={registerLabels.requestType} />
      <CheckField form={form} name="agreeOffers" label={form.rule('agreeOffers').label} />
      <p className="text-quiet text-sm">
        By creating an account you agree to the <LegalLink to={paths.terms}>terms and conditions</LegalLink> of{' '}
        {siteName} and to its <LegalLink to={paths.privacy}>privacy policy</LegalLink>.
      </p>
      <SubmitButton form={form} busyLabel="Creating your account…" className="mt-2 self-start px-10 max-xs:w-full">
        Create account
      </SubmitButton>
    </Form>
  )
}

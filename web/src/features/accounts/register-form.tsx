import { useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { useFieldTexts } from '@/lib/field-texts'
import { registerForm } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { storedSignUp } from '@/lib/sign-up'
import { useTexts, useWords } from '@/lib/texts'
import { SecretField, SelectField, TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { LegalLink } from '@/ui/legal-link'
import { useToast } from '@/ui/toast-queue'
import { useRegister } from './api'
import { newPassword } from './new-password'

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
  const text = useTexts('sign-in').group('register')
  const texts = useFieldTexts(text.group('fields'))
  const word = useWords()
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
    texts,
  })
  const submit = form.submit({
    send: async (values) => {
      const { name } = await mutateAsync(invited?.token ? { ...values, invitation: invited.token } : values)
      toast({
        title: text.plain('done'),
        description: text.plain('doneText', { name }),
      })
    },
    failed: (error) => {
      const message = messageOf(error, word.plain('again'))
      toast({
        title: text.plain('failed'),
        description: message,
        destructive: true,
      })
      return message
    },
  })

  return (
    <Form form={form} onSubmit={submit} refusalTitle={text('failed')} isToasted>
      <TextField form={form} name="name" autoComplete="name" />
      <TextField form={form} name="email" type="email" autoComplete="username" readOnly={Boolean(invited)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="phone"
          type="tel"
          autoComplete="tel"
          placeholder={text.plain('fields.phone.placeholder')}
        />
        <TextField form={form} name="location" placeholder={text.plain('fields.location.placeholder')} />
      </div>
      <SecretField
        form={form}
        name="password"
        hint={text('fields.password.hint', { min: String(newPassword.min) })}
        holds={text('fields.password.holds')}
        autoComplete="new-password"
      />
      <SecretField
        form={form}
        name="pin"
        hint={text('fields.pin.hint')}
        holds={text('fields.pin.holds')}
        inputMode="numeric"
        autoComplete="off"
      />
      <SelectField form={form} name="requestType" />
      <p className="text-quiet text-sm">
        {text('agreement', {
          terms: <LegalLink to={paths.terms}>{text('terms')}</LegalLink>,
          privacy: <LegalLink to={paths.privacy}>{text('privacy')}</LegalLink>,
        })}
      </p>
      <SubmitButton form={form} busyLabel={text('submitting')} className="mt-2 self-start px-10 max-xs:w-full">
        {text('submit')}
      </SubmitButton>
    </Form>
  )
}

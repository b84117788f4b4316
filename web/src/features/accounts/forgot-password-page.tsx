import { useState } from 'react'
import { Link } from 'react-router'
import { useForgotPassword } from '@/lib/account-api'
import { messageOf } from '@/lib/api-error'
import { useFieldTexts } from '@/lib/field-texts'
import { forgotPasswordForm } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { useTexts } from '@/lib/texts'
import { Button, ButtonLink } from '@/ui/button'
import { TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { useToast } from '@/ui/toast-queue'
import { AccountFrame } from './account-frame'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo) return <CheckYourEmail address={sentTo} onAgain={() => setSentTo(undefined)} />
  return <AskForLink onSent={setSentTo} />
}

function AskForLink({ onSent }: { onSent: (address: string) => void }) {
  const toast = useToast()
  const text = useTexts('sign-in')
  const { mutateAsync } = useForgotPassword()
  const form = useRuleForm('forgot-password', forgotPasswordForm, {
    texts: useFieldTexts(text.group('forgot.fields')),
  })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync(values)
      toast({
        title: text.plain('forgot.done'),
      })
      onSent(values.email)
    },
    failed: (error) => {
      const message = messageOf(error, text.plain('forgot.errorText'))
      toast({ title: text.plain('forgot.error'), description: message, destructive: true })
      return message
    },
  })
  return (
    <AccountFrame title={text('forgot.title')} lede={text('forgot.text')}>
      <Form form={form} onSubmit={submit} refusalTitle={text('forgot.failed')} isToasted>
        <TextField form={form} name="email" type="email" autoComplete="username" />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <SubmitButton form={form} busyLabel={text('forgot.submitting')} className="max-xs:w-full">
            {text('forgot.submit')}
          </SubmitButton>
          <Link to={paths.auth} className="text-link flex min-h-11 items-center">
            {text('forgot.back')}
          </Link>
        </div>
      </Form>
    </AccountFrame>
  )
}

function CheckYourEmail({ address, onAgain }: { address: string; onAgain: () => void }) {
  const text = useTexts('sign-in')
  return (
    <AccountFrame title={text('forgot.sentTitle')} takesFocus>
      <p>{text('forgot.sent', { email: <strong className="break-all font-semibold">{address}</strong> })}</p>
      <p className="text-quiet">{text('forgot.spam')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <ButtonLink to={paths.auth}>{text('forgot.back')}</ButtonLink>
        <Button tone="outline" onClick={onAgain}>
          {text('forgot.again')}
        </Button>
      </div>
    </AccountFrame>
  )
}

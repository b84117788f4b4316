import { useState } from 'react'
import { Link } from 'react-router'
import { useForgotPassword } from '@/lib/account-api'
import { messageOf } from '@/lib/api-error'
import { forgotPasswordForm } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
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
  const { mutateAsync } = useForgotPassword()
  const form = useRuleForm('forgot-password', forgotPasswordForm)
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync(values)
      toast({
        title: 'If the email exists, a password reset link has been sent',
      })
      onSent(values.email)
    },
    failed: (error) => {
      const message = messageOf(error, 'Failed to send reset link')
      toast({ title: 'Error', description: message, destructive: true })
      return message
    },
  })
  return (
    <AccountFrame
      title="Forgot your password?"
      lede="Enter the email address of your account, and we will send you a link to set a new password."
    >
      <Form form={form} onSubmit={submit} refusalTitle="The link was not sent" isToasted>
        <TextField form={form} name="email" type="email" autoComplete="username" />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <SubmitButton form={form} busyLabel="Sending the link…" className="max-xs:w-full">
            Send reset link
          </SubmitButton>
          <Link to={paths.auth} className="text-link flex min-h-11 items-center">
            Back to sign-in
          </Link>
        </div>
      </Form>
    </AccountFrame>
  )
}

function CheckYourEmail({ address, onAgain }: { address: string; onAgain: () => void }) {
  return (
    <AccountFrame title="Check Your Email" takesFocus>
      <p>
        If there is an account for <strong className="break-all font-semibold">{address}</strong>, we have sent a link
        to set a new password. The link expires in 1 hour and works once.
      </p>
      <p className="text-quiet">
        If you do not get the email within a few minutes, check your spam folder or ask for another link.
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <ButtonLink to={paths.auth}>Back to sign-in</ButtonLink>
        <Button tone="outline" onClick={onAgain}>
          Send another link
        </Button>
      </div>
    </AccountFrame>
  )
}

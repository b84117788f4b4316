import { useState } from 'react'
import { ApiError, messageOf } from '@/lib/api-error'
import { useHydrated } from '@/lib/hydrated'
import { useLinkToken } from '@/lib/link-token'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { ButtonLink } from '@/ui/button'
import { SecretField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { useToast } from '@/ui/toast-queue'
import { AccountFrame } from '../account-frame'
import { confirmation, mismatched, newPassword, passwordHint } from '../new-password'
import { useAcceptAdminInvitation } from './api'

/** The page of an invitation link: the invited admin chooses a password. */
export function WelcomePage() {
  const token = useLinkToken(paths.adminWelcome)
  const [username, setUsername] = useState<string>()
  const [isVoid, setVoid] = useState(false)
  const hydrated = useHydrated()

  if (username) return <Joined username={username} />
  if (hydrated && !token)
    return (
      <AccountFrame title="Invalid invitation" takesFocus>
        <p>This address contains no invitation. Please open the link in your email again, or ask for a new one.</p>
      </AccountFrame>
    )
  if (isVoid)
    return (
      <AccountFrame title="This invitation no longer works" takesFocus>
        <p>
          It has already been used, has expired, or was replaced by a newer one. Please ask an administrator for a new
          one. If you have already chosen your password, sign in with it.
        </p>
        <ButtonLink to={paths.admin} reloadDocument tone="outline" className="mt-2 self-start">
          Go to the console
        </ButtonLink>
      </AccountFrame>
    )
  return (
    <AccountFrame title="Welcome to the console" lede="Choose the password of your admin account.">
      <WelcomeForm token={token} onJoined={setUsername} onVoid={() => setVoid(true)} />
    </AccountFrame>
  )
}

type WelcomeFormProps = { token: string; onJoined: (username: string) => void; onVoid: () => void }

function WelcomeForm({ token, onJoined, onVoid }: WelcomeFormProps) {
  const toast = useToast()
  const { mutateAsync } = useAcceptAdminInvitation()
  const form = useRuleForm('admin-welcome', [newPassword, confirmation], { across: mismatched })
  const submit = form.submit({
    send: async (values) => {
      const { username } = await mutateAsync({ token, newPassword: values.newPassword })
      toast({ title: 'Your password was set', description: 'You are signed in to the console' })
      onJoined(username)
    },
    failed: (error) => {
      if (error instanceof ApiError && error.fields.token) onVoid()
      const message = messageOf(error, 'Please try again.')
      toast({ title: 'Your password was not set', description: message, destructive: true })
      return message
    },
  })
  return (
    <Form form={form} onSubmit={submit} refusalTitle="Your password was not set" isToasted>
      <SecretField
        form={form}
        name="newPassword"
        label="New password"
        hint={passwordHint}
        holds="password"
        autoComplete="new-password"
      />
      <SecretField form={form} name="confirmation" holds="confirmation" autoComplete="new-password" />
      <SubmitButton form={form} busyLabel="Saving…" className="mt-2 self-start max-xs:w-full">
        Set password
      </SubmitButton>
    </Form>
  )
}

function Joined({ username }: { username: string }) {
  return (
    <AccountFrame title="Your password was set" takesFocus>
      <p>
        You are signed in. Your username is <strong className="font-semibold">{username}</strong>. Next time, sign in
        with this username and your new password.
      </p>
      <ButtonLink to={paths.admin} reloadDocument className="mt-2 self-start">
        Go to the console
      </ButtonLink>
    </AccountFrame>
  )
}

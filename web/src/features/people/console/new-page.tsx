import { Link, useNavigate } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { consolePaths } from '@/lib/console-paths'
import { personInviteForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { useRuleForm } from '@/lib/rule-form'
import { TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { PageHead } from '@/ui/page-head'
import { useToast } from '@/ui/toast-queue'
import { useInvitePerson } from './api'

/** Invites a person who has not applied: creates an account, and sends an email to choose its password. */
export function NewPage() {
  const navigate = useNavigate()
  const toast = useToast()
  const { mutateAsync } = useInvitePerson()
  const form = useRuleForm('invite-person', personInviteForm)
  const submit = form.submit({
    send: async (values) => {
      const { id, email } = await mutateAsync(values)
      toast({ title: 'Invitation sent', description: `${email} has two weeks to choose a password` })
      navigate(href(consolePaths.person, { id }))
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <>
      <p className="mb-2">
        <Link to={consolePaths.members} className="text-link inline-flex min-h-11 items-center">
          All registered users
        </Link>
      </p>
      <PageHead
        title="Invite a person"
        lede="They get an account and an email with a link to choose a password. No one else is notified."
      />
      <Form
        form={form}
        onSubmit={submit}
        refusalTitle="The invitation was not sent"
        className="flex max-w-xl flex-col gap-5"
      >
        <TextField form={form} name="name" autoComplete="off" />
        <TextField form={form} name="email" type="email" autoComplete="off" />
        <TextField form={form} name="phone" type="tel" autoComplete="off" />
        <TextField form={form} name="location" autoComplete="off" />
        <SubmitButton form={form} busyLabel="Sending…" className="self-start max-xs:w-full">
          Send invitation
        </SubmitButton>
      </Form>
    </>
  )
}

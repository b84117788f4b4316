import { Link, useNavigate } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { personInviteForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { FormProblem, SubmitButton } from '@/ui/form-status'
import { PageHead } from '@/ui/page-head'
import { RuleField } from '@/ui/rule-field'
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
      navigate(href(paths.adminPerson, { id }))
    },
    failed: (error) => messageOf(error, 'Please try again.'),
  })
  return (
    <>
      <p className="mb-2">
        <Link to={paths.adminMembers} className="text-link inline-flex min-h-11 items-center">
          All registered users
        </Link>
      </p>
      <PageHead
        title="Invite a person"
        lede="They get an account and an email with a link to choose a password. No one else is notified."
      />
      <form id={form.id} method="post" noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-5">
        <div role="alert" className="empty:hidden">
          <FormProblem form={form} title="The invitation was not sent" />
        </div>
        <RuleField form={form} name="name">
          {(control) => <input className="input" autoComplete="off" {...control} />}
        </RuleField>
        <RuleField form={form} name="email">
          {(control) => <input type="email" className="input" autoComplete="off" {...control} />}
        </RuleField>
        <RuleField form={form} name="phone">
          {(control) => <input type="tel" className="input" autoComplete="off" {...control} />}
        </RuleField>
        <RuleField form={form} name="location">
          {(control) => <input className="input" autoComplete="off" {...control} />}
        </RuleField>
        <SubmitButton form={form} busyLabel="Sending…" className="self-start max-xs:w-full">
          Send invitation
        </SubmitButton>
      </form>
    </>
  )
}

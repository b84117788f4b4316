import { useWatch } from 'react-hook-form'
import { type Role, roleLabels, roleWords } from '@/lib/admin-access'
import { adminPersonForm, grantForm, inviteForm, reauthenticateForm, roleForm } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { TextField } from '@/ui/fields'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { stepWords } from './admin-steps'
import type { AdminAccount, AdminMember } from './api'
import {
  type AdminStep,
  useChangeAdmin,
  useChangePerson,
  useChangeRole,
  useGrantAdminRights,
  useInviteAdmin,
  useWithdrawAdminRights,
} from './api'

const emailWaits =
  'The email waits in the outbox until BREVO_API_KEY is set on the server. The link is valid for 72 hours from now. ' +
  'If the email is sent after that, invite the admin again.'

type AdminDialogProps = { asksCode: boolean; onDone: () => void; onClose: () => void }

/** Invites a person as an admin. */
export function InviteDialog({ asksCode, onDone, onClose }: AdminDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useInviteAdmin()
  return (
    <ReauthDialog
      title="Invite an administrator"
      rules={inviteForm}
      fields={(form) => (
        <>
          <TextField
            form={form}
            name="username"
            hint="They sign in with this name, and the audit log shows it."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField form={form} name="email" type="email" autoComplete="off" />
          <TextField form={form} name="memberEmail" type="email" autoComplete="off" hint={personHint} />
          <RoleField form={form} />
        </>
      )}
      asksCode={asksCode}
      submitLabel="Send invitation"
      isDestructive={false}
      refusalTitle="The invitation was not sent"
      send={async (values) => {
        const { email, isEmailWaiting } = await mutateAsync(values)
        toast(
          isEmailWaiting
            ? { title: 'Invitation stored', description: emailWaits }
            : { title: 'Invitation sent', description: `${email} has 72 hours to accept it` },
        )
      }}
      onSent={onDone}
      onClose={onClose}
    >
      <p>We will email them a link to choose their password.</p>
    </ReauthDialog>
  )
}

/** The choice of a role, with what each role includes. */
function RoleField({ form }: { form: RuleForm<'role'> }) {
  const role = useWatch({ control: form.control, name: 'role' as string }) as Role | ''
  return (
    <RuleField
      form={form}
      name="role"
      hint={role ? roleWords[role] : 'The role decides what they can do in the console.'}
    >
      {(control) => (
        <select className="select" {...control}>
          <option value="">Please choose</option>
          {form.rule('role').options.map((option) => (
            <option key={option} value={option}>
              {roleLabels[option as Role]}
            </option>
          ))}
        </select>
      )}
    </RuleField>
  )
}

type RoleDialogProps = AdminDialogProps & { admin: AdminAccount }

/** Changes the role of another admin. */
export function RoleDialog({ admin: { id, username, role }, asksCode, onDone, onClose }: RoleDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useChangeRole()
  return (
    <ReauthDialog
      title={`Change the role of ${username}`}
      rules={roleForm}
      fields={(form) => <RoleField form={form} />}
      asksCode={asksCode}
      submitLabel="Change role"
      isDestructive={false}
      send={async (values) => {
        const { role } = await mutateAsync({ id, values })
        toast({ title: 'Role changed', description: `${username} is now ${roleLabels[role]}` })
      }}
      onSent={onDone}
      onClose={onClose}
    >
      <p>Their role is {roleLabels[role]}. If you change it, we sign them out everywhere.</p>
    </ReauthDialog>
  )
}

const personHint =
  'If they are a member or an applicant under another address. They cannot decide about what concerns themselves.'

/** Says which person uses an admin account. */
export function PersonDialog({ admin: { id, username }, asksCode, onDone, onClose }: RoleDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useChangePerson()
  return (
    <ReauthDialog
      title={`Who is ${username}?`}
      rules={adminPersonForm}
      fields={(form) => <TextField form={form} name="memberEmail" type="email" autoComplete="off" />}
      asksCode={asksCode}
      submitLabel="Save"
      isDestructive={false}
      send={async (values) => {
        await mutateAsync({ id, values })
        toast({ title: 'Person changed', description: `${username} has to sign in again` })
      }}
      onSent={onDone}
      onClose={onClose}
    >
      <p>
        An administrator cannot decide about what concerns themselves: a gift, their own nomination, a report about
        them. Enter the address that this person uses as a member or an applicant. We sign them out everywhere.
      </p>
    </ReauthDialog>
  )
}

type StepDialogProps = AdminDialogProps & { admin: AdminAccount; step: AdminStep }

/** Explains a step on another admin's account, and takes it after re-authentication. */
export function StepDialog({ admin: { id, username }, step, asksCode, onDone, onClose }: StepDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useChangeAdmin()
  const { title, consequence, label, done, isDestructive } = stepWords[step]
  return (
    <ReauthDialog
      title={title(username)}
      rules={reauthenticateForm}
      asksCode={asksCode}
      submitLabel={label}
      isDestructive={isDestructive}
      send={async (reauthentication) => {
        const { isEmailWaiting } = await mutateAsync({ id, step, reauthentication })
        toast({ title: 'Done', description: isEmailWaiting ? emailWaits : done(username) })
      }}
      onSent={onDone}
      onClose={onClose}
    >
      <p>{consequence}</p>
    </ReauthDialog>
  )
}

/**
 * Gives admin rights to a member's account. The email is typed in full, so that the wrong person is not selected by
 * mistake.
 */
export function GrantDialog({ asksCode, onDone, onClose }: AdminDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useGrantAdminRights()
  return (
    <ReauthDialog
      title="Give a member admin rights"
      rules={grantForm}
      fields={(form) => (
        <TextField form={form} name="email" label="Email of the member’s account" type="email" autoComplete="off" />
      )}
      asksCode={asksCode}
      submitLabel="Give admin rights"
      refusalTitle="The rights were not given"
      send={async (values) => {
        const { name } = await mutateAsync(values)
        toast({
          title: 'Admin rights given',
          description: `${name} can sign in to the console with their own password`,
        })
      }}
      onSent={onDone}
      onClose={onClose}
    >
      <p>
        They become an owner and can do everything that you can. We sign them out everywhere. They then sign in again
        with their own password. If the account has a PIN, it is removed.
      </p>
    </ReauthDialog>
  )
}

type WithdrawDialogProps = AdminDialogProps & { member: AdminMember }

/** Withdraws a member's admin rights. */
export function WithdrawDialog({ member: { id, name }, asksCode, onDone, onClose }: WithdrawDialogProps) {
  const toast = useToast()
  const { mutateAsync } = useWithdrawAdminRights()
  return (
    <ReauthDialog
      title={`Withdraw the admin rights of ${name}?`}
      rules={reauthenticateForm}
      asksCode={asksCode}
      submitLabel="Withdraw"
      send={async (reauthentication) => {
        await mutateAsync({ id, reauthentication })
        toast({ title: 'Done', description: `${name} no longer has admin rights` })
      }}
      onSent={onDone}
      onClose={onClose}
    >
      <p>We sign them out everywhere immediately. Their membership does not change.</p>
    </ReauthDialog>
  )
}

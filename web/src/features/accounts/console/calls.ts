import { queryOptions } from '@tanstack/react-query'
import type { FormValues } from '@/lib/form-schema'
import type {
  AdminAccount,
  AdminMember,
  adminLoginForm,
  confirmFactorForm,
  Enrolment,
  grantForm,
  inviteForm,
  Message,
  OwnAdmin,
  ownEmailForm,
  ownPasswordForm,
  proofForm,
  proveFactorsForm,
  RecoveryCodes,
  startFactorForm,
  welcomeForm,
} from '@/lib/generated'
import { renewLine } from '@/lib/live'
import { send } from '@/lib/server'

type Welcome = { message: string; username: string }

/** Signs in to the console. Where the account has two-step sign-in, it wants a code too. */
export function adminLogin(body: FormValues<typeof adminLoginForm>): Promise<Welcome> {
  return send('/api/admin/login', { method: 'POST', body })
}

/** Sets the first password of an invited admin. */
export function joinAsAdmin(body: FormValues<typeof welcomeForm>): Promise<Welcome> {
  return send('/api/admin/welcome', { method: 'POST', body })
}

export function inviteAdmin(body: FormValues<typeof inviteForm>): Promise<AdminAccount> {
  return send('/api/admins', { method: 'POST', body })
}

/** What can be done to another admin's account; the words are the route's. */
export type AdminStep = 'invitation' | 'deactivate' | 'reactivate' | 'second-factor/reset'

export type Proof = FormValues<typeof proofForm>

export function changeAdmin(id: string, step: AdminStep, proof: Proof): Promise<AdminAccount> {
  return send(`/api/admins/${id}/${step}`, { method: 'POST', body: proof })
}

/** The members who may use the console with their own accounts. */
export const adminMembersQuery = queryOptions({
  queryKey: ['console', '/api/admins/members'],
  queryFn: ({ signal }) => send<AdminMember[]>('/api/admins/members', { signal }),
})

export function grantRights(body: FormValues<typeof grantForm>): Promise<AdminMember> {
  return send('/api/admins/members', { method: 'POST', body })
}

export function withdrawRights(id: string, proof: Proof): Promise<void> {
  return send(`/api/admins/members/${id}/withdraw`, { method: 'POST', body: proof })
}

/** The admin's own account. */
export const ownAdminQuery = queryOptions({
  queryKey: ['console', '/api/admin/me'],
  queryFn: ({ signal }) => send<OwnAdmin>('/api/admin/me', { signal }),
})

// Each of these ends the admin's other sessions and gives this one a new key.
async function renewed<Answer>(call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  // without the line the page still has its Refresh button
  await renewLine().catch(() => {})
  return answer
}

export function changeOwnEmail(body: FormValues<typeof ownEmailForm>): Promise<Message> {
  return renewed(send('/api/admin/me/email', { method: 'POST', body }))
}

export function changeOwnPassword(body: FormValues<typeof ownPasswordForm>): Promise<Message> {
  return renewed(send('/api/admin/me/password', { method: 'POST', body }))
}

export function startSecondFactor(body: FormValues<typeof startFactorForm>): Promise<Enrolment> {
  return send('/api/admin/me/second-factor', { method: 'POST', body })
}

export function confirmSecondFactor(body: FormValues<typeof confirmFactorForm>): Promise<RecoveryCodes> {
  return renewed(send('/api/admin/me/second-factor/confirm', { method: 'POST', body }))
}

export function removeSecondFactor(body: FormValues<typeof proveFactorsForm>): Promise<Message> {
  return renewed(send('/api/admin/me/second-factor/remove', { method: 'POST', body }))
}

export function renewRecoveryCodes(body: FormValues<typeof proveFactorsForm>): Promise<RecoveryCodes> {
  return send('/api/admin/me/recovery-codes', { method: 'POST', body })
}

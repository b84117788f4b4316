import type { FormValues } from '@/lib/form-schema'
import type {
  confirmFactorForm,
  Enrolment,
  Message,
  RecoveryCodes,
  reauthenticateMfaForm,
  startFactorForm,
} from '@/lib/generated'
import { renewConnection } from '@/lib/live'
import { useServerMutation } from '@/lib/mutation'
import { send } from '@/lib/server'

/** Whose account it is: the member's, or the admin's. */
export type Owner = 'member' | 'admin'

const basePath = { member: '/api/user', admin: '/api/admin/me' } as const

/** What ends the other sessions gives this one a new key: an admin's live connection must know of it. */
export async function renewed<Answer>(owner: Owner, call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  // without the connection the page still has its Refresh button
  if (owner === 'admin') await renewConnection().catch(() => {})
  return answer
}

export const useStartTotp = (owner: Owner) =>
  useServerMutation('startTotp', (body: FormValues<typeof startFactorForm>) =>
    send<Enrolment>(`${basePath[owner]}/second-factor`, { method: 'POST', body }),
  )

export const useConfirmTotp = (owner: Owner) =>
  useServerMutation('confirmTotp', (body: FormValues<typeof confirmFactorForm>) =>
    renewed(owner, send<RecoveryCodes>(`${basePath[owner]}/second-factor/confirm`, { method: 'POST', body })),
  )

export const useRemoveTotp = (owner: Owner) =>
  useServerMutation('removeTotp', (body: FormValues<typeof reauthenticateMfaForm>) =>
    renewed(owner, send<Message>(`${basePath[owner]}/second-factor/remove`, { method: 'POST', body })),
  )

/** Makes new recovery codes. The old ones stop working at once. */
export const useRenewRecoveryCodes = (owner: Owner) =>
  useServerMutation('renewRecoveryCodes', (body: FormValues<typeof reauthenticateMfaForm>) =>
    send<RecoveryCodes>(`${basePath[owner]}/recovery-codes`, { method: 'POST', body }),
  )

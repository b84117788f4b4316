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

/** Whose account it is. */
export type Owner = 'member' | 'admin'

const basePath = { member: '/api/user', admin: '/api/admin/me' } as const

/** A call that ends the other sessions gives this one a new key, so an admin's live connection must be renewed. */
export async function renewed<Answer>(owner: Owner, call: Promise<Answer>): Promise<Answer> {
  const answer = await call
  // Without a connection the page still has its Refresh button.
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

/** Creates new recovery codes. The old codes stop working at once. */
export const useRenewRecoveryCodes = (owner: Owner) =>
  useServerMutation('renewRecoveryCodes', (body: FormValues<typeof reauthenticateMfaForm>) =>
    send<RecoveryCodes>(`${basePath[owner]}/recovery-codes`, { method: 'POST', body }),
  )

import type { FormValues } from '@/lib/form-schema'
import type { nominationForm } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { send } from '@/lib/server'

/** The answers of the nomination form. */
export type Nomination = FormValues<typeof nominationForm>

export type NominationField = keyof Nomination

/** The form that its groups of fields are parts of. */
export type NominationRuleForm = RuleForm<NominationField>

/** Sends a nomination in. */
export function sendNomination(body: Nomination): Promise<{ id: string }> {
  return send('/api/registrations', { method: 'POST', body })
}

import { queryOptions } from '@tanstack/react-query'
import { messageOf } from '@/lib/api-error'
import type { FormValues } from '@/lib/form-schema'
import type { Draft, nominationForm, OwnNomination } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import type { RuleForm } from '@/lib/rule-form'
import { send } from '@/lib/server'

/** The answers of the nomination form. */
export type Nomination = FormValues<typeof nominationForm>

type NominationField = keyof Nomination

/** The form that its groups of fields are parts of. */
export type NominationRuleForm = RuleForm<NominationField>

function submitNomination(body: Nomination): Promise<{ id: string }> {
  return send('/api/registrations', { method: 'POST', body })
}

export const useSubmitNomination = () => useServerMutation('submitNomination', submitNomination)

/** What an applicant is told when her nomination was refused. */
export function refusalText(error: unknown): string {
  const message = messageOf(error, '')
  if (message.includes('already exists'))
    return 'This email is already registered. Please use a different email address.'
  if (message.includes('required fields')) return 'Please fill in all required fields correctly.'
  return message || 'Please try again or contact support.'
}

/** How far the nomination of the session's user is. */
export const ownNominationQuery = queryOptions({
  queryKey: queryKeys.ownNomination,
  queryFn: ({ signal }) => send<OwnNomination>('/api/nominations/mine', { signal }),
  // what has changed since is what she comes for
  staleTime: 0,
})

/** What the form needs of a draft. */
export type KeptDraft = Pick<Draft, 'email' | 'formData' | 'lastSaved'>

/** What POST /api/drafts takes. */
export type DraftBody = { email: string | null; formData: Nomination }

type Saved = { lastSaved: string }

const draftPath = '/api/drafts'

// The autosave (autosave.ts) calls these two outside of React: no page waits for them.
export function saveDraft(body: DraftBody): Promise<Saved> {
  return send(draftPath, { method: 'POST', body })
}

/**
 * Saves the draft while the page is being left. The browser finishes the request after the page is
 * gone; a page that lives on learns from the answer whether it arrived.
 */
export async function saveDraftOnLeave(body: DraftBody): Promise<Saved> {
  const response = await fetch(draftPath, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${draftPath} answered ${response.status}`)
  return response.json()
}

export function myDraft(): Promise<KeptDraft> {
  return send(`${draftPath}/mine`)
}

export const useDiscardDraft = () =>
  useServerMutation('discardDraft', () => send<void>(`${draftPath}/mine`, { method: 'DELETE' }))

// What the form calls. The landing page shows it without a query client, so no call here is a query or a mutation.

import { messageOf } from '@/lib/api-error'
import type { FormValues } from '@/lib/form-schema'
import type { Draft, nominationForm } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { send } from '@/lib/server'

/** The answers of the nomination form. */
export type Nomination = FormValues<typeof nominationForm>

export type NominationRuleForm = RuleForm<keyof Nomination>

/** The form that the groups of fields are parts of: a new nomination, or the correction of one. */
export type AnswersRuleForm = RuleForm<Exclude<keyof Nomination, 'agreeTerms'>>

export function submitNomination(body: Nomination): Promise<{ id: string }> {
  return send('/api/registrations', { method: 'POST', body })
}

/** What an applicant is told when their nomination was refused. */
export function refusalText(error: unknown): string {
  const message = messageOf(error, '')
  if (message.includes('already exists'))
    return 'This email is already registered. Please use a different email address.'
  if (message.includes('required fields')) return 'Please fill in all required fields correctly.'
  return message || 'Please try again or contact support.'
}

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

/** Makes the draft of a mailed link that of this browser. */
export function resumeDraft(token: string): Promise<KeptDraft> {
  return send(`${draftPath}/resume`, { method: 'POST', body: { token } })
}

/** Mails the link by which the draft is resumed on another device. */
export function mailDraftLink(): Promise<void> {
  return send(`${draftPath}/mine/link`, { method: 'POST' })
}

export function discardDraft(): Promise<void> {
  return send(`${draftPath}/mine`, { method: 'DELETE' })
}

// The calls of the form. They are neither queries nor mutations, because autosave.ts runs outside of React.

import { type Answer, address, call } from '@/lib/api'
import { messageOf } from '@/lib/api-error'
import type { FormValues } from '@/lib/form-schema'
import type { nominationForm } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import type { BuiltInTexts, TextReader } from '@/lib/texts'
import type { Draft } from './api'

/** The answers of the nomination form. */
export type Nomination = FormValues<typeof nominationForm>

export type NominationRuleForm = RuleForm<keyof Nomination>

/** The form type that groups of fields share: a new nomination, or the correction of one. */
export type AnswersRuleForm = RuleForm<Exclude<keyof Nomination, 'agreeTerms'>>

export function submitNomination(body: Nomination): Promise<{ id: string }> {
  return call('POST /api/registrations', { body })
}

/** The message for the applicant when their nomination was refused. */
export function refusalText(error: unknown, text: TextReader<BuiltInTexts<'nomination'>['failed']>): string {
  const message = messageOf(error, text.plain('text'))
  if (message.includes('already exists')) return text.plain('exists')
  if (message.includes('required fields')) return text.plain('required')
  return message
}

/** The parts of a draft that the form uses. */
export type StoredDraft = Pick<Draft, 'email' | 'formData' | 'lastSaved'>

export type DraftBody = { email: string | null; formData: Nomination }

type Saved = Pick<Answer<'POST /api/drafts'>, 'lastSaved'>

export function saveDraft(body: DraftBody): Promise<Saved> {
  return call('POST /api/drafts', { body })
}

/**
 * Saves the draft while the page is being left. The browser completes the request after the page is closed. A page that
 * stays open learns from the answer whether the request succeeded.
 */
export async function saveDraftOnLeave(body: DraftBody): Promise<Saved> {
  const path = address('POST /api/drafts')
  const response = await fetch(path, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

export function myDraft(): Promise<StoredDraft> {
  return call('GET /api/drafts/mine')
}

/** Emails the link to continue the draft on another device. */
export function mailDraftLink(): Promise<unknown> {
  return call('POST /api/drafts/mine/link')
}

export function discardDraft(): Promise<unknown> {
  return call('DELETE /api/drafts/mine')
}

import { emptyValues } from '@/lib/form-schema'
import { type Draft, type FieldRule, nominationForm } from '@/lib/generated'
import { send } from '@/lib/server'
import type { Nomination } from './nomination'

/** What the form needs of a draft. */
export type KeptDraft = Pick<Draft, 'email' | 'formData' | 'lastSaved'>

/** What POST /api/drafts takes. */
export type DraftBody = { email: string | null; formData: Nomination }

export const draftPath = '/api/drafts'

export function draftBody(values: Nomination): DraftBody {
  return { email: values.email || null, formData: values }
}

export function saveDraft(body: DraftBody): Promise<{ lastSaved: string }> {
  return send(draftPath, { method: 'POST', body })
}

export function myDraft(): Promise<KeptDraft> {
  return send('/api/drafts/mine')
}

export function discardDraft(): Promise<void> {
  return send('/api/drafts/mine', { method: 'DELETE' })
}

/** The answers of a draft that the form can take. Consent is not among them: it is given anew each time. */
export function answersOf(formData: Record<string, unknown>): Nomination {
  const answers: Record<string, unknown> = emptyValues(nominationForm)
  for (const rule of nominationForm) {
    const value = taken(rule, formData[rule.name])
    if (value !== undefined) answers[rule.name] = value
  }
  return answers as Nomination
}

function taken({ kind, options }: FieldRule, value: unknown): unknown {
  if (kind === 'consent') return undefined
  if (kind === 'choices') return Array.isArray(value) ? options.filter((option) => value.includes(option)) : undefined
  if (typeof value !== 'string') return undefined
  return kind === 'choice' && !options.includes(value) ? undefined : value
}

/** Whether an answer holds anything. */
export function isFilled(answer: unknown): boolean {
  return typeof answer === 'string' ? answer.trim() !== '' : Array.isArray(answer) ? answer.length > 0 : answer === true
}

/** Whether a draft has an answer that the form does not show. */
export function bringsAnything(draft: KeptDraft, shown: Nomination): boolean {
  return Object.entries(answersOf(draft.formData)).some(
    ([name, answer]) => isFilled(answer) && String(answer) !== String(shown[name as keyof Nomination]),
  )
}

import { emptyValues } from '@/lib/form-schema'
import { type FieldRule, nominationForm } from '@/lib/generated'
import type { SaveState } from './autosave'
import type { DraftBody, Nomination, StoredDraft } from './form-api'

// The draft of the nomination form in one tab. next returns the state after an event, and the effects that the form
// carries out (use-draft.ts). autosave.ts decides when the draft is saved.
//
//	state      event                 next state, and what happens
//	reading    read                  open: the form is filled in with the earlier draft, if there is one
//	reading    saved elsewhere       open, as below: the message is newer than the draft that is being loaded
//	reading    discarded elsewhere   open, as below
//	open       saved elsewhere       open: the form is filled in with the answers of the other tab
//	open       discarded elsewhere   open: the form is emptied
//	open       emptied               open: the draft was deleted, and the notice can restore the answers
//	open       undone                open: the answers are restored
//	any        submitted elsewhere   ended
//	any        submitted             ended: the draft is deleted in all tabs
//
// Answers that are typed in this tab always stay, until the applicant empties the form. All other events leave the
// state as it is.

export type DraftState = { phase: 'reading' | 'open' | 'ended'; notice?: DraftNotice }

/** The notice for the visitor: the draft was restored, or the form was emptied and that can be undone. */
export type DraftNotice = { kind: 'restored'; lastSaved: string } | { kind: 'emptied'; answers: Nomination }

/** The form when the event happens. */
type FormNow = {
  answers: Nomination
  /** The last answers that both the form and the server had. */
  known: Nomination
  /** The answers of a new form: empty, or filled with data from the visitor's account. */
  blank: Nomination
}

export type DraftEvent = FormNow &
  (
    | { type: 'read'; server?: StoredDraft; device?: StoredDraft }
    | { type: 'saved elsewhere'; draft: StoredDraft }
    | { type: 'discarded elsewhere' | 'submitted elsewhere' | 'emptied' | 'submitted' }
    | { type: 'undone'; emptied: Nomination }
  )

export type DraftEffect =
  | { do: 'fill'; answers: Nomination }
  /** Marks answers as saved. */
  | { do: 'know'; body: DraftBody }
  /** Lets the autosave save what differs, because the earlier draft is loaded. */
  | { do: 'release' }
  /** Ends the autosave. */
  | { do: 'end' }
  /** Deletes the answers that are stored on this device. */
  | { do: 'delete stored' }
  /** Notes that the server has no draft any more, and tells the other tabs why. */
  | { do: 'tell'; why: 'discarded' | 'submitted' }
  | { do: 'show'; save: SaveState }

type Step = [DraftState, DraftEffect[]]

const idle: DraftEffect = { do: 'show', save: { status: 'idle' } }

/** Returns the state after an event, and the effects. */
export function next(state: DraftState, event: DraftEvent): Step {
  if (state.phase === 'ended') return [state, []]
  switch (event.type) {
    case 'read':
      return state.phase === 'reading' ? restore(event) : [state, []]
    case 'saved elsewhere':
      return [
        { ...state, phase: 'open' },
        [
          ...follow(event, answersOf(event.draft.formData)),
          { do: 'show', save: { status: 'saved', at: event.draft.lastSaved } },
        ],
      ]
    case 'discarded elsewhere':
      return [{ phase: 'open' }, [...follow(event, event.blank), idle]]
    case 'emptied':
      if (state.phase !== 'open') return [state, []]
      return [
        { phase: 'open', notice: { kind: 'emptied', answers: event.answers } },
        [
          { do: 'delete stored' },
          { do: 'tell', why: 'discarded' },
          { do: 'know', body: draftBody(event.blank) },
          { do: 'fill', answers: event.blank },
          idle,
        ],
      ]
    case 'undone':
      if (state.phase !== 'open') return [state, []]
      return [{ phase: 'open' }, [{ do: 'fill', answers: mergeAnswers(event.blank, event.emptied, event.answers) }]]
    case 'submitted elsewhere':
      return [{ phase: 'ended' }, [{ do: 'end' }, idle]]
    case 'submitted':
      return [{ phase: 'ended' }, [{ do: 'end' }, { do: 'delete stored' }, { do: 'tell', why: 'submitted' }, idle]]
  }
}

function restore({ server, device, known, answers }: Extract<DraftEvent, { type: 'read' }>): Step {
  const earlier = earlierDraft(server, device)
  if (!earlier) return [{ phase: 'open' }, [{ do: 'release' }]]
  const { draft, isSaved } = earlier
  const theirs = { ...known, ...filledAnswers(draft.formData) }
  const isNews = bringsAnything(draft, known)
  const effects: DraftEffect[] = [{ do: 'fill', answers: mergeAnswers(known, theirs, answers) }]
  if (isSaved)
    effects.push(
      { do: 'delete stored' },
      { do: 'know', body: draftBody({ ...theirs, agreeTerms: answers.agreeTerms }) },
    )
  if (isNews)
    effects.push({ do: 'show', save: isSaved ? { status: 'saved', at: draft.lastSaved } : { status: 'failed' } })
  const notice = isNews ? ({ kind: 'restored', lastSaved: draft.lastSaved } as const) : undefined
  return [{ phase: 'open', notice }, [...effects, { do: 'release' }]]
}

/** Applies the answers of another tab to this form. */
function follow({ known, answers }: FormNow, theirs: Nomination): DraftEffect[] {
  return [
    { do: 'fill', answers: mergeAnswers(known, theirs, answers) },
    { do: 'know', body: draftBody({ ...theirs, agreeTerms: answers.agreeTerms }) },
    { do: 'release' },
  ]
}

export function draftBody(values: Nomination): DraftBody {
  return { email: values.email || null, formData: values }
}

/** Returns the answers of a draft that fit the form. Consent is not among them: it is given for each submission. */
export function answersOf(formData: Record<string, unknown>): Nomination {
  const answers: Record<string, unknown> = emptyValues(nominationForm)
  for (const rule of nominationForm) {
    const value = fittingValue(rule, formData[rule.name])
    if (value !== undefined) answers[rule.name] = value
  }
  return answers as Nomination
}

function fittingValue({ kind, options }: FieldRule, value: unknown): unknown {
  if (kind === 'consent') return undefined
  if (kind === 'choices') return Array.isArray(value) ? options.filter((option) => value.includes(option)) : undefined
  if (typeof value !== 'string') return undefined
  return kind === 'choice' && !options.includes(value) ? undefined : value
}

/** Reports whether an answer has a value. */
export function isFilled(answer: unknown): boolean {
  return typeof answer === 'string' ? answer.trim() !== '' : Array.isArray(answer) ? answer.length > 0 : answer === true
}

function isSame(one: unknown, other: unknown): boolean {
  return String(one) === String(other)
}

/** The answers of a draft that have a value. */
function filledAnswers(formData: Record<string, unknown>): Partial<Nomination> {
  return Object.fromEntries(Object.entries(answersOf(formData)).filter(([, answer]) => isFilled(answer)))
}

/** Reports whether a draft has an answer that the form lacks. */
export function bringsAnything(draft: StoredDraft, form: Nomination): boolean {
  return Object.entries(filledAnswers(draft.formData)).some(
    ([name, answer]) => !isSame(answer, form[name as keyof Nomination]),
  )
}

/**
 * Merges the answers of a draft into a form. The base is the last state that both had: answers that the form has
 * changed since then stay, all others come from the draft. Consent always comes from the form.
 */
export function mergeAnswers(base: Nomination, draft: Nomination, form: Nomination): Nomination {
  const merged: Record<string, unknown> = { ...form }
  for (const { name, kind } of nominationForm)
    if (kind !== 'consent' && isSame(form[name], base[name])) merged[name] = draft[name]
  return merged as Nomination
}

/** The draft of an earlier visit. isSaved: the server has all of it. */
type EarlierDraft = { draft: StoredDraft; isSaved: boolean }

/**
 * The draft of an earlier visit: the server's, or that of this device if it is newer. The device may have only the
 * answers typed before the server's draft was loaded, so they are merged over the server's.
 */
export function earlierDraft(server?: StoredDraft, device?: StoredDraft): EarlierDraft | undefined {
  const isDeviceNewer = device && !(server && Date.parse(server.lastSaved) >= Date.parse(device.lastSaved))
  if (!isDeviceNewer) return server && { draft: server, isSaved: true }
  const formData = { ...server?.formData, ...filledAnswers(device.formData) }
  return { draft: { ...device, formData }, isSaved: false }
}

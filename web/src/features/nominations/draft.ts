import { ApiError } from '@/lib/api-error'
import { emptyValues } from '@/lib/form-schema'
import { type FieldRule, nominationForm } from '@/lib/generated'
import { waitOrOnline } from '@/lib/wait'
import { type DraftBody, type KeptDraft, myDraft, type Nomination } from './form-api'

export function draftBody(values: Nomination): DraftBody {
  return { email: values.email || null, formData: values }
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

// What could not be saved is kept on this device until it can be.
const keptKey = 'draft-kept'

export function keepHere(body: DraftBody, now = new Date()): void {
  try {
    const kept: KeptDraft = { ...body, lastSaved: now.toISOString() }
    localStorage.setItem(keptKey, JSON.stringify(kept))
  } catch {
    // A browser that keeps nothing has the form alone.
  }
}

export function forgetHere(): void {
  try {
    localStorage.removeItem(keptKey)
  } catch {
    // There is nothing to forget.
  }
}

export function keptHere(): KeptDraft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keptKey) ?? 'null') as KeptDraft | null
    return kept && typeof kept.formData === 'object' && !Number.isNaN(Date.parse(kept.lastSaved)) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Of a draft on the server and one on this device, the younger. */
export function younger(one: KeptDraft | undefined, other: KeptDraft | undefined): KeptDraft | undefined {
  if (!one || !other) return one ?? other
  return Date.parse(one.lastSaved) > Date.parse(other.lastSaved) ? one : other
}

const firstPause = 2_000
const longestPause = 60_000

/**
 * Reads the draft of an earlier visit, again and again until the server has said whether there is
 * one: a form that does not know would save over it. Stopped, it never answers.
 */
export async function readEarlierDraft(stop: AbortSignal, answer: (draft?: KeptDraft) => void): Promise<void> {
  for (let pause = firstPause; !stop.aborted; pause = Math.min(2 * pause, longestPause)) {
    try {
      const draft = await myDraft()
      return stop.aborted ? undefined : answer(draft)
    } catch (error) {
      const isNone = error instanceof ApiError && error.status === 404
      if (isNone) return stop.aborted ? undefined : answer()
    }
    await waitOrOnline(pause, stop)
  }
}

/** What the tabs that show the form say to each other. */
export type DraftNews = { kind: 'saved'; draft: KeptDraft } | { kind: 'discarded' } | { kind: 'submitted' }

const channelName = 'nomination-draft'

/** Opens the channel between the tabs; no tab hears itself. */
export function openDraftChannel(hear: (news: DraftNews) => void) {
  const channel = new BroadcastChannel(channelName)
  let isClosed = false
  channel.onmessage = ({ data }: MessageEvent<DraftNews>) => hear(data)
  return {
    // An answer may come after its form was left: it is news to the other forms all the same.
    tell(news: DraftNews): void {
      const line = isClosed ? new BroadcastChannel(channelName) : channel
      line.postMessage(news)
      if (isClosed) line.close()
    },
    close(): void {
      isClosed = true
      channel.close()
    },
  }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { emptyValues } from '@/lib/form-schema'
import { type FieldRule, nominationForm } from '@/lib/generated'
import { waitOrOnline } from '@/lib/wait'
import { type Autosave, type SaveState, startAutosave } from './autosave'
import { markDraft, mayHaveDraft } from './draft-mark'
import {
  type DraftBody,
  type KeptDraft,
  myDraft,
  type Nomination,
  type NominationRuleForm,
  saveDraft,
  saveDraftOnLeave,
} from './form-api'

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
export function openDraftChannel(onNews: (news: DraftNews) => void) {
  const channel = new BroadcastChannel(channelName)
  let isClosed = false
  channel.onmessage = ({ data }: MessageEvent<DraftNews>) => onNews(data)
  return {
    // An answer may come after its form was left: it is news to the other forms all the same.
    tell(news: DraftNews): void {
      const sender = isClosed ? new BroadcastChannel(channelName) : channel
      sender.postMessage(news)
      if (isClosed) sender.close()
    },
    close(): void {
      isClosed = true
      channel.close()
    },
  }
}

type DraftParts = {
  form: Pick<NominationRuleForm, 'getValues' | 'subscribe'>
  fill: (answers: Nomination) => void
}

// What a form that was left still has to save. The next form reads only afterwards: the draft that
// it would be given before is not the last one.
let pendingSave: Promise<void> | undefined

/**
 * Keeps the form's draft: saved as it grows, offered again after a reload. While an earlier draft
 * is unread or on offer nothing is saved, so that what was typed anew never takes its place.
 */
export function useDraft({ form, fill }: DraftParts) {
  const { getValues, subscribe } = form
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const [offer, setOffer] = useState<KeptDraft>()
  const autosave = useRef<Autosave<DraftBody>>(undefined)
  const channel = useRef<ReturnType<typeof openDraftChannel>>(undefined)

  const reading = useRef<AbortController>(undefined)

  const offerIfNewer = useEffectEvent((draft?: KeptDraft) => {
    const earlier = younger(draft, keptHere())
    const isWanted = earlier !== undefined && bringsAnything(earlier, getValues() as Nomination)
    setOffer(isWanted ? earlier : undefined)
    if (isWanted) autosave.current?.hold('offer')
    else autosave.current?.release('offer')
    autosave.current?.release('unread')
  })

  const onDraftMessage = useEffectEvent((news: DraftNews) => {
    // The news is younger than whatever a reading under way will bring.
    reading.current?.abort()
    if (news.kind === 'saved') return offerIfNewer(news.draft)
    if (news.kind === 'discarded') return offerIfNewer()
    setOffer(undefined)
    autosave.current?.end()
    setState({ status: 'idle' })
  })

  useEffect(() => {
    const tabs = openDraftChannel((news) => onDraftMessage(news))
    const stop = new AbortController()
    // Marked beforehand: a save may arrive though its answer does not.
    const kept = async (body: DraftBody, send: () => Promise<{ lastSaved: string }>) => {
      markDraft(true)
      keepHere(body)
      const { lastSaved } = await send()
      forgetHere()
      tabs.tell({ kind: 'saved', draft: { ...body, lastSaved } })
      return lastSaved
    }
    const saving = startAutosave({
      blank: draftBody(emptyValues(nominationForm)),
      read: () => draftBody(structuredClone(getValues()) as Nomination),
      isWorthIt: ({ formData }) => isFilled(formData.name) || isFilled(formData.email) || isFilled(formData.phone),
      save: (body) => kept(body, () => saveDraft(body)),
      sendOnLeave: (body) => kept(body, () => saveDraftOnLeave(body)),
      tell: setState,
    })
    autosave.current = saving
    channel.current = tabs
    reading.current = stop
    const unsubscribe = subscribe({ formState: { values: true }, callback: saving.changed })
    const leaveIfHidden = () => document.visibilityState === 'hidden' && saving.leave()
    window.addEventListener('pagehide', saving.leave)
    document.addEventListener('visibilitychange', leaveIfHidden)
    const lookBack = async () => {
      await pendingSave
      if (mayHaveDraft() || keptHere()) await readEarlierDraft(stop.signal, (draft) => offerIfNewer(draft))
      else if (!stop.signal.aborted) offerIfNewer()
    }
    if (pendingSave || mayHaveDraft() || keptHere()) {
      saving.hold('unread')
      lookBack()
    } else saving.changed()
    return () => {
      stop.abort()
      const closing = Promise.all([pendingSave, saving.close()]).then(() => {
        if (pendingSave === closing) pendingSave = undefined
      })
      pendingSave = closing
      unsubscribe()
      tabs.close()
      window.removeEventListener('pagehide', saving.leave)
      document.removeEventListener('visibilitychange', leaveIfHidden)
    }
  }, [getValues, subscribe])

  return {
    state,
    offer,

    restore(draft: KeptDraft): void {
      fill(answersOf(draft.formData))
      // one that was kept here alone is yet to be saved
      if (!keptHere()) autosave.current?.isSaved()
      autosave.current?.release('offer')
      setOffer(undefined)
      setState(keptHere() ? { status: 'failed' } : { status: 'saved', at: draft.lastSaved })
    },

    /** Fills in what nobody has typed: that alone is no draft. */
    prefill: (fillIn: () => void) => (autosave.current ? autosave.current.prefill(fillIn) : fillIn()),

    /** The offered draft was deleted on the server. */
    discarded(): void {
      markDraft(false)
      forgetHere()
      channel.current?.tell({ kind: 'discarded' })
      setOffer(undefined)
      autosave.current?.release('offer')
    },

    /** Before the form is sent: nothing may be saved behind its back. */
    pauseForSubmit: async () => autosave.current?.pauseForSubmit(),

    /** The form was refused: it is a draft again, even after it was left. */
    resume: () => autosave.current?.release('sending'),

    /** The form was taken: there is no draft any more, in no tab. */
    end(): void {
      reading.current?.abort()
      autosave.current?.end()
      markDraft(false)
      forgetHere()
      channel.current?.tell({ kind: 'submitted' })
      setState({ status: 'idle' })
    },
  }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { emptyValues } from '@/lib/form-schema'
import { type FieldRule, nominationForm } from '@/lib/generated'
import { waitOrOnline } from '@/lib/wait'
import { type Autosave, type SaveState, startAutosave } from './autosave'
import { markDraft, mayHaveDraft } from './draft-mark'
import {
  type DraftBody,
  discardDraft,
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

/** The answers of a draft that the form can take. Consent is not among them: it is given for each submission. */
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

function isSame(one: unknown, other: unknown): boolean {
  return String(one) === String(other)
}

/** The answers of a draft that hold anything. */
function filledAnswers(formData: Record<string, unknown>): Partial<Nomination> {
  return Object.fromEntries(Object.entries(answersOf(formData)).filter(([, answer]) => isFilled(answer)))
}

/** Whether a draft has an answer that a form does not have yet. */
export function bringsAnything(draft: KeptDraft, form: Nomination): boolean {
  return Object.entries(filledAnswers(draft.formData)).some(
    ([name, answer]) => !isSame(answer, form[name as keyof Nomination]),
  )
}

/**
 * Merges the answers of a draft into a form: what was changed in the form since the base, which is the last state that
 * both had, stays, and all else is the draft's. Consent is the form's alone.
 */
export function mergeAnswers(base: Nomination, draft: Nomination, form: Nomination): Nomination {
  const merged: Record<string, unknown> = { ...form }
  for (const { name, kind } of nominationForm)
    if (kind !== 'consent' && isSame(form[name], base[name])) merged[name] = draft[name]
  return merged as Nomination
}

// What could not be saved is stored on this device until it can be.
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

/** The draft of an earlier visit. isSaved tells whether the server has all of it. */
type EarlierDraft = { draft: KeptDraft; isSaved: boolean }

/**
 * The draft of an earlier visit: the server's, or what was stored on this device if that is newer. The device may have
 * only what was typed before the server's draft could be read, so its answers are laid over the server's.
 */
export function earlierDraft(server: KeptDraft | undefined, device: KeptDraft | undefined): EarlierDraft | undefined {
  const isDeviceNewer = device && !(server && Date.parse(server.lastSaved) >= Date.parse(device.lastSaved))
  if (!isDeviceNewer) return server && { draft: server, isSaved: true }
  const formData = { ...server?.formData, ...filledAnswers(device.formData) }
  return { draft: { ...device, formData }, isSaved: false }
}

const firstPause = 2_000
const longestPause = 60_000

/**
 * Reads the server's draft, again and again until the server has said whether there is one: a form that does not know
 * would save over it. Once it is stopped, it never answers.
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
  /** The answers of a new form: empty, or what the account of the visitor already tells. */
  blank: () => Nomination
  fill: (answers: Nomination) => void
}

/** What the visitor is told: that their draft is in the form again, or that they have started again and can undo it. */
export type DraftNotice = { kind: 'restored'; lastSaved: string } | { kind: 'emptied'; answers: Nomination }

// What a form that was left still has to save. The next form reads only afterwards: the draft that
// it would be given before is not the last one.
let pendingSave: Promise<void> | undefined

/**
 * Keeps the form's draft: saves it as it grows, and restores it when the form is opened again. What was typed before
 * the earlier draft was read stays, and nothing is sent until then: it would replace the earlier draft.
 */
export function useDraft({ form, blank, fill }: DraftParts) {
  const { getValues, subscribe } = form
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const [notice, setNotice] = useState<DraftNotice>()
  const autosave = useRef<Autosave<DraftBody>>(undefined)
  const channel = useRef<ReturnType<typeof openDraftChannel>>(undefined)
  const reading = useRef<AbortController>(undefined)

  const current = () => structuredClone(getValues()) as Nomination

  const restore = useEffectEvent((server?: KeptDraft) => {
    const saving = autosave.current
    const earlier = earlierDraft(server, keptHere())
    if (saving && earlier) {
      const { draft, isSaved } = earlier
      const base = saving.known().formData
      const theirs = { ...base, ...filledAnswers(draft.formData) }
      const isNews = bringsAnything(draft, base)
      fill(mergeAnswers(base, theirs, current()))
      if (isSaved) {
        forgetHere()
        saving.isKnown(draftBody({ ...theirs, agreeTerms: current().agreeTerms }))
      }
      if (isNews) {
        setNotice({ kind: 'restored', lastSaved: draft.lastSaved })
        setState(isSaved ? { status: 'saved', at: draft.lastSaved } : { status: 'failed' })
      }
    }
    saving?.release('unread')
  })

  // What was changed in another tab is changed here too.
  const followTab = useEffectEvent((theirs: Nomination) => {
    const saving = autosave.current
    if (!saving) return
    const mine = current()
    fill(mergeAnswers(saving.known().formData, theirs, mine))
    saving.isKnown(draftBody({ ...theirs, agreeTerms: mine.agreeTerms }))
    saving.release('unread')
  })

  const onDraftMessage = useEffectEvent((news: DraftNews) => {
    // The news is newer than what a reading under way will bring.
    reading.current?.abort()
    if (news.kind === 'saved') {
      followTab(answersOf(news.draft.formData))
      return setState({ status: 'saved', at: news.draft.lastSaved })
    }
    if (news.kind === 'submitted') autosave.current?.end()
    else followTab(blank())
    setNotice(undefined)
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
      keep: keepHere,
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
      if (mayHaveDraft() || keptHere()) await readEarlierDraft(stop.signal, (draft) => restore(draft))
      else if (!stop.signal.aborted) restore()
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
    notice,

    /** Fills in what nobody has typed: that alone is no draft. */
    prefill: (fillIn: () => void) => (autosave.current ? autosave.current.prefill(fillIn) : fillIn()),

    /** Deletes the draft and empties the form. Until the visitor leaves, undoStartAgain brings the answers back. */
    async startAgain(): Promise<void> {
      const saving = autosave.current
      await saving?.pause()
      try {
        await discardDraft()
        markDraft(false)
        forgetHere()
        channel.current?.tell({ kind: 'discarded' })
        const answers = current()
        saving?.isKnown(draftBody(blank()))
        fill(blank())
        setNotice({ kind: 'emptied', answers })
        setState({ status: 'idle' })
      } finally {
        saving?.release('paused')
      }
    },

    /** Brings back what startAgain has emptied; it is saved as if it were typed. */
    undoStartAgain(answers: Nomination): void {
      fill(mergeAnswers(blank(), answers, current()))
      setNotice(undefined)
    },

    /** Before the form is submitted: nothing may be saved meanwhile. */
    pauseForSubmit: async () => autosave.current?.pause(),

    /** The form was refused: it is a draft again, even after it was left. */
    resume: () => autosave.current?.release('paused'),

    /** The form was accepted: there is no draft any more, in no tab. */
    end(): void {
      reading.current?.abort()
      autosave.current?.end()
      markDraft(false)
      forgetHere()
      channel.current?.tell({ kind: 'submitted' })
      setNotice(undefined)
      setState({ status: 'idle' })
    },
  }
}

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

/** Returns the answers of a draft that fit the form. Consent is not among them: it is given for each submission. */
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
export function bringsAnything(draft: KeptDraft, form: Nomination): boolean {
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

// Answers that could not be saved are stored on this device until they can be.
const keptKey = 'draft-kept'

export function keepHere(body: DraftBody, now = new Date()): void {
  try {
    const kept: KeptDraft = { ...body, lastSaved: now.toISOString() }
    localStorage.setItem(keptKey, JSON.stringify(kept))
  } catch {
    // Without storage only the form has the answers.
  }
}

export function forgetHere(): void {
  try {
    localStorage.removeItem(keptKey)
  } catch {
    // Without storage there is nothing to delete.
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

/** The draft of an earlier visit. isSaved: the server has all of it. */
type EarlierDraft = { draft: KeptDraft; isSaved: boolean }

/**
 * The draft of an earlier visit: the server's, or that of this device if it is newer. The device may have only the
 * answers typed before the server's draft was loaded, so they are merged over the server's.
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
 * Loads the server's draft and retries until the server has said whether there is one: without that, the form would
 * overwrite it. After it is stopped, it never calls answer.
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

/** The messages between tabs that show the form. */
export type DraftNews = { kind: 'saved'; draft: KeptDraft } | { kind: 'discarded' } | { kind: 'submitted' }

const channelName = 'nomination-draft'

/** Opens the channel between the tabs. A tab does not receive its own messages. */
export function openDraftChannel(onNews: (news: DraftNews) => void) {
  const channel = new BroadcastChannel(channelName)
  let isClosed = false
  channel.onmessage = ({ data }: MessageEvent<DraftNews>) => onNews(data)
  return {
    // The form may be left before the call is answered; other tabs still need the message.
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
  /** The answers of a new form: empty, or filled with data from the visitor's account. */
  blank: () => Nomination
  fill: (answers: Nomination) => void
}

/** The notice for the visitor: the draft was restored, or the form was emptied and that can be undone. */
export type DraftNotice = { kind: 'restored'; lastSaved: string } | { kind: 'emptied'; answers: Nomination }

// The last save of a form that was left. The next form waits for it, because until then the server has an older draft.
let pendingSave: Promise<void> | undefined

/**
 * Manages the form's draft: saves it while it changes, and restores it when the form is opened again. Nothing is sent
 * until the earlier draft is loaded, because that would overwrite it. Text that was typed before then stays.
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

  // Applies the changes of another tab to this form.
  const followTab = useEffectEvent((theirs: Nomination) => {
    const saving = autosave.current
    if (!saving) return
    const mine = current()
    fill(mergeAnswers(saving.known().formData, theirs, mine))
    saving.isKnown(draftBody({ ...theirs, agreeTerms: mine.agreeTerms }))
    saving.release('unread')
  })

  const onDraftMessage = useEffectEvent((news: DraftNews) => {
    // The message is newer than the answer of a load in progress.
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
    // Marked first, because a save may succeed although its answer is lost.
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

    /** Fills in data that the visitor has not typed. That alone does not create a draft. */
    prefill: (fillIn: () => void) => (autosave.current ? autosave.current.prefill(fillIn) : fillIn()),

    /** Deletes the draft and empties the form. undoStartAgain can restore the answers until the visitor leaves. */
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

    /** Restores what startAgain has emptied. The answers are saved as if they were typed. */
    undoStartAgain(answers: Nomination): void {
      fill(mergeAnswers(blank(), answers, current()))
      setNotice(undefined)
    },

    /** Call it before submitting: nothing may be saved during that. */
    pauseForSubmit: async () => autosave.current?.pause(),

    /** Call it when the form was refused: it is a draft again, even after the visitor left it. */
    resume: () => autosave.current?.release('paused'),

    /** Call it when the form was accepted: the draft ends in all tabs. */
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

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '@/lib/api-error'
import { emptyValues } from '@/lib/form-schema'
import { nominationForm } from '@/lib/generated'
import { firstPause, longestPause, waitOrOnline } from '@/lib/wait'
import { type Autosave, type SaveState, startAutosave } from './autosave'
import { type DraftEffect, type DraftEvent, type DraftState, draftBody, isFilled, next } from './draft'
import { markDraft, mayHaveDraft } from './draft-mark'
import { deleteStoredDraft, storeDraft, storedDraft } from './draft-storage'
import {
  type DraftBody,
  discardDraft,
  myDraft,
  type Nomination,
  type NominationRuleForm,
  type StoredDraft,
  saveDraft,
  saveDraftOnLeave,
} from './form-api'

/**
 * Loads the server's draft and retries until the server has said whether there is one: without that, the form would
 * overwrite it. After it is stopped, it never calls answer.
 */
export async function readEarlierDraft(stop: AbortSignal, answer: (draft?: StoredDraft) => void): Promise<void> {
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
type DraftNews = { kind: 'saved'; draft: StoredDraft } | { kind: 'discarded' } | { kind: 'submitted' }

const channelName = 'nomination-draft'

/** Opens the channel between the tabs. A tab does not receive its own messages. */
function openDraftChannel(onNews: (news: DraftNews) => void) {
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
  form: Pick<NominationRuleForm, 'subscribe'> & { current: () => Nomination }
  /** The answers of a new form: empty, or filled with data from the visitor's account. */
  blank: () => Nomination
  fill: (answers: Nomination) => void
}

// The last save of a form that was left. The next form waits for it, because until then the server has an older draft.
let pendingSave: Promise<void> | undefined

/**
 * Manages the form's draft: saves it while it changes, and restores it when the form is opened again. Nothing is sent
 * until the earlier draft is loaded, because that would overwrite it. It carries out the effects of draft.ts.
 */
export function useDraft({ form, blank, fill }: DraftParts) {
  const { subscribe } = form
  const [{ notice }, setDraft] = useState<DraftState>({ phase: 'reading' })
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const draft = useRef<DraftState>({ phase: 'reading' })
  const autosave = useRef<Autosave<DraftBody>>(undefined)
  const channel = useRef<ReturnType<typeof openDraftChannel>>(undefined)
  const reading = useRef<AbortController>(undefined)

  const current = () => structuredClone(form.current())

  type Happened<E = DraftEvent> = E extends DraftEvent ? Omit<E, 'answers' | 'known' | 'blank'> : never

  function dispatch(event: Happened): void {
    const known = autosave.current?.known().formData ?? blank()
    const [after, effects] = next(draft.current, { ...event, answers: current(), known, blank: blank() })
    draft.current = after
    // What another tab or this form has done is newer than the answer of a load in progress.
    if (after.phase !== 'reading') reading.current?.abort()
    setDraft(after)
    effects.forEach(carryOut)
  }

  function carryOut(effect: DraftEffect): void {
    switch (effect.do) {
      case 'fill':
        fill(effect.answers)
        break
      case 'know':
        autosave.current?.setKnown(effect.body)
        break
      case 'release':
        autosave.current?.release('unread')
        break
      case 'end':
        autosave.current?.end()
        break
      case 'delete stored':
        deleteStoredDraft()
        break
      case 'tell':
        markDraft(false)
        channel.current?.tell({ kind: effect.why })
        break
      case 'show':
        setState(effect.save)
    }
  }

  const restore = useEffectEvent((server?: StoredDraft) => dispatch({ type: 'read', server, device: storedDraft() }))

  const onDraftMessage = useEffectEvent((news: DraftNews) =>
    dispatch(
      news.kind === 'saved' ? { type: 'saved elsewhere', draft: news.draft } : { type: `${news.kind} elsewhere` },
    ),
  )

  const currentBody = useEffectEvent(() => draftBody(current()))

  useEffect(() => {
    const tabs = openDraftChannel((news) => onDraftMessage(news))
    const stop = new AbortController()
    // Stored and marked first, because a save may succeed although its answer is lost.
    const saveAndTell = async (body: DraftBody, request: () => Promise<{ lastSaved: string }>) => {
      markDraft(true)
      storeDraft(body)
      const { lastSaved } = await request()
      deleteStoredDraft()
      tabs.tell({ kind: 'saved', draft: { ...body, lastSaved } })
      return lastSaved
    }
    const saving = startAutosave({
      blank: draftBody(emptyValues(nominationForm)),
      read: () => currentBody(),
      isWorthIt: ({ formData }) => isFilled(formData.name) || isFilled(formData.email) || isFilled(formData.phone),
      save: (body) => saveAndTell(body, () => saveDraft(body)),
      sendOnLeave: (body) => saveAndTell(body, () => saveDraftOnLeave(body)),
      store: storeDraft,
      tell: setState,
    })
    draft.current = { phase: 'reading' }
    autosave.current = saving
    channel.current = tabs
    reading.current = stop
    const unsubscribe = subscribe({ formState: { values: true }, callback: saving.changed })
    const leaveIfHidden = () => document.visibilityState === 'hidden' && saving.leave()
    window.addEventListener('pagehide', saving.leave)
    document.addEventListener('visibilitychange', leaveIfHidden)
    const lookBack = async () => {
      await pendingSave
      if (mayHaveDraft() || storedDraft()) await readEarlierDraft(stop.signal, (draft) => restore(draft))
      else if (!stop.signal.aborted) restore()
    }
    if (pendingSave || mayHaveDraft() || storedDraft()) {
      saving.hold('unread')
      lookBack()
    } else restore()
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
  }, [subscribe])

  return {
    state,
    notice,

    /** Fills in data that the visitor has not typed. That alone does not create a draft. */
    prefill: (fillIn: () => void) => (autosave.current ? autosave.current.prefill(fillIn) : fillIn()),

    /** Deletes the draft and empties the form. undoStartAgain can restore the answers until the visitor leaves. */
    async startAgain(): Promise<void> {
      await autosave.current?.pause()
      try {
        await discardDraft()
        dispatch({ type: 'emptied' })
      } finally {
        autosave.current?.release('paused')
      }
    },

    /** Restores what startAgain has emptied. The answers are saved as if they were typed. */
    undoStartAgain: (emptied: Nomination) => dispatch({ type: 'undone', emptied }),

    /** Call it before submitting: nothing may be saved during that. */
    pauseForSubmit: async () => autosave.current?.pause(),

    /** Call it when the form was refused: it is a draft again, even after the visitor left it. */
    resume: () => autosave.current?.release('paused'),

    /** Call it when the form was accepted: the draft ends in all tabs. */
    end: () => dispatch({ type: 'submitted' }),
  }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { emptyValues } from '@/lib/form-schema'
import { nominationForm } from '@/lib/generated'
import { type Autosave, type SaveState, startAutosave } from './autosave'
import {
  answersOf,
  bringsAnything,
  type DraftNews,
  draftBody,
  forgetHere,
  isFilled,
  keepHere,
  keptHere,
  openDraftChannel,
  readEarlierDraft,
  younger,
} from './draft'
import { markDraft, mayHaveDraft } from './draft-mark'
import {
  type DraftBody,
  type KeptDraft,
  type Nomination,
  type NominationRuleForm,
  saveDraft,
  saveDraftOnLeave,
} from './form-api'

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

  const consider = useEffectEvent((draft?: KeptDraft) => {
    const earlier = younger(draft, keptHere())
    const isWanted = earlier !== undefined && bringsAnything(earlier, getValues() as Nomination)
    setOffer(isWanted ? earlier : undefined)
    if (isWanted) autosave.current?.hold('offer')
    else autosave.current?.release('offer')
    autosave.current?.release('unread')
  })

  const hear = useEffectEvent((news: DraftNews) => {
    // The news is younger than whatever a reading under way will bring.
    reading.current?.abort()
    if (news.kind === 'saved') return consider(news.draft)
    if (news.kind === 'discarded') return consider()
    setOffer(undefined)
    autosave.current?.end()
    setState({ status: 'idle' })
  })

  useEffect(() => {
    const line = openDraftChannel((news) => hear(news))
    const stop = new AbortController()
    // Marked beforehand: a save may arrive though its answer does not.
    const kept = async (body: DraftBody, send: () => Promise<{ lastSaved: string }>) => {
      markDraft(true)
      keepHere(body)
      const { lastSaved } = await send()
      forgetHere()
      line.tell({ kind: 'saved', draft: { ...body, lastSaved } })
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
    channel.current = line
    reading.current = stop
    const unsubscribe = subscribe({ formState: { values: true }, callback: saving.changed })
    const leaveIfHidden = () => document.visibilityState === 'hidden' && saving.leave()
    window.addEventListener('pagehide', saving.leave)
    document.addEventListener('visibilitychange', leaveIfHidden)
    const lookBack = async () => {
      await pendingSave
      if (mayHaveDraft() || keptHere()) await readEarlierDraft(stop.signal, (draft) => consider(draft))
      else if (!stop.signal.aborted) consider()
    }
    if (pendingSave || mayHaveDraft() || keptHere()) {
      saving.hold('unread')
      lookBack()
    } else saving.changed()
    return () => {
      stop.abort()
      const words = Promise.all([pendingSave, saving.close()]).then(() => {
        if (pendingSave === words) pendingSave = undefined
      })
      pendingSave = words
      unsubscribe()
      line.close()
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
    settle: async () => autosave.current?.settle(),

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

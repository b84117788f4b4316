import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { emptyValues } from '@/lib/form-schema'
import { nominationForm } from '@/lib/generated'
import { sendOnLeave } from '@/lib/send-on-leave'
import { type Autosave, type SaveState, startAutosave } from './autosave'
import {
  answersOf,
  bringsAnything,
  type DraftBody,
  discardDraft,
  draftBody,
  draftPath,
  isFilled,
  isUntouched,
  type KeptDraft,
  myDraft,
  saveDraft,
} from './draft'
import { type DraftNews, openDraftChannel } from './draft-channel'
import { markDraft, mayHaveDraft } from './draft-mark'
import type { Nomination, NominationRuleForm } from './nomination'

type DraftParts = {
  form: Pick<NominationRuleForm, 'getValues' | 'subscribe'>
  /** What was filled in for the reader: not hers to lose. */
  filledIn: Partial<Nomination>
  fill: (answers: Nomination) => void
}

/**
 * Keeps the form's draft: saved as it grows, offered again after a reload. While an earlier draft
 * is on offer nothing is saved, so that a stray key never takes its place.
 */
export function useDraft({ form, filledIn, fill }: DraftParts) {
  const { getValues, subscribe } = form
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const [offer, setOffer] = useState<KeptDraft>()
  const autosave = useRef<Autosave<DraftBody>>(undefined)
  const channel = useRef<ReturnType<typeof openDraftChannel>>(undefined)

  const consider = useEffectEvent((draft: KeptDraft, evenIfTouched: boolean) => {
    const shown = getValues() as Nomination
    const isWanted = bringsAnything(draft, shown) && (evenIfTouched || isUntouched(shown, filledIn))
    if (!isWanted) return autosave.current?.release()
    autosave.current?.hold()
    setOffer(draft)
  })

  const hear = useEffectEvent((news: DraftNews) => {
    if (news.kind === 'saved') return consider(news.draft, true)
    setOffer(undefined)
    if (news.kind === 'discarded') return autosave.current?.release()
    autosave.current?.end()
    setState({ status: 'idle' })
  })

  useEffect(() => {
    const line = openDraftChannel((news) => hear(news))
    const saving = startAutosave({
      blank: draftBody(emptyValues(nominationForm)),
      read: () => draftBody(structuredClone(getValues()) as Nomination),
      isWorthIt: ({ formData }) => isFilled(formData.name) || isFilled(formData.email) || isFilled(formData.phone),
      save: async (body) => {
        const { lastSaved } = await saveDraft(body)
        markDraft(true)
        line.tell({ kind: 'saved', draft: { ...body, lastSaved } })
        return lastSaved
      },
      sendOnLeave: (body) => {
        markDraft(true)
        sendOnLeave(draftPath, body)
      },
      tell: setState,
    })
    autosave.current = saving
    channel.current = line
    const unsubscribe = subscribe({ formState: { values: true }, callback: saving.changed })
    const leaveIfHidden = () => document.visibilityState === 'hidden' && saving.leave()
    window.addEventListener('pagehide', saving.leave)
    document.addEventListener('visibilitychange', leaveIfHidden)
    if (mayHaveDraft()) {
      saving.hold()
      myDraft().then(
        (draft) => consider(draft, false),
        () => saving.release(),
      )
    } else saving.changed()
    return () => {
      saving.leave()
      saving.end()
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
      autosave.current?.isSaved()
      autosave.current?.release()
      setOffer(undefined)
      setState({ status: 'saved', at: draft.lastSaved })
    },

    async discard(): Promise<void> {
      await discardDraft()
      markDraft(false)
      channel.current?.tell({ kind: 'discarded' })
      setOffer(undefined)
      autosave.current?.release()
    },

    /** Before the form is sent: nothing may be saved behind its back. */
    settle: async () => autosave.current?.settle(),

    /** The form was refused: it is a draft again. An offer that still stands keeps holding it. */
    resume: () => !offer && autosave.current?.release(),

    /** The form was taken: there is no draft any more, in no tab. */
    end(): void {
      autosave.current?.end()
      markDraft(false)
      channel.current?.tell({ kind: 'submitted' })
      setState({ status: 'idle' })
    },
  }
}

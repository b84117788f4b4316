import { type Ref, useState } from 'react'
import { date, timeOfDay } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { useReport } from '@/ui/use-report'
import { discardDraft, type KeptDraft } from './form-api'

type DraftOfferProps = {
  draft: KeptDraft
  onRestore: () => void
  onDiscarded: () => void
  ref: Ref<HTMLDivElement>
}

/** Offers an earlier draft, and waits for an answer. */
export function DraftOffer({ draft, onRestore, onDiscarded, ref }: DraftOfferProps) {
  const report = useReport()
  const [isDiscarding, setIsDiscarding] = useState(false)

  async function discard() {
    setIsDiscarding(true)
    const isDone = await report(discardDraft(), { failed: 'The draft was not discarded' })
    setIsDiscarding(false)
    if (isDone) onDiscarded()
  }

  return (
    <div ref={ref} tabIndex={-1}>
      <Notice tone="warning" title="You have a saved draft">
        <p>
          It was saved on {date(draft.lastSaved)} at {timeOfDay(draft.lastSaved)} IST. Until you choose, nothing you
          type here is saved.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button tone="neutral" onClick={onRestore}>
            Restore draft
          </Button>
          <Button tone="outline" busy={isDiscarding} onClick={discard}>
            Discard
          </Button>
        </div>
      </Notice>
    </div>
  )
}

import { type Ref, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { date, timeOfDay } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { useToast } from '@/ui/toast-queue'
import type { KeptDraft } from './draft'

type DraftOfferProps = {
  draft: KeptDraft
  onRestore: () => void
  onDiscard: () => Promise<void>
  ref: Ref<HTMLDivElement>
}

/** Offers an earlier draft, and waits for an answer. */
export function DraftOffer({ draft, onRestore, onDiscard, ref }: DraftOfferProps) {
  const toast = useToast()
  const [isDiscarding, setDiscarding] = useState(false)

  async function discard() {
    setDiscarding(true)
    try {
      await onDiscard()
    } catch (error) {
      toast({
        title: 'The draft was not discarded',
        description: messageOf(error, 'Please try again.'),
        destructive: true,
      })
      setDiscarding(false)
    }
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

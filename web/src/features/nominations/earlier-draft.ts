import { ApiError } from '@/lib/api-error'
import { restOrOnline } from '@/lib/rest-or-online'
import { type KeptDraft, myDraft } from './draft'

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
    await restOrOnline(pause, stop)
  }
}

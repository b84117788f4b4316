import type { KeptDraft } from './draft'

/** What the tabs that show the form tell each other. */
export type DraftNews = { kind: 'saved'; draft: KeptDraft } | { kind: 'discarded' } | { kind: 'submitted' }

const name = 'nomination-draft'

/** Opens the line between the tabs; nobody hears herself. */
export function openDraftChannel(hear: (news: DraftNews) => void) {
  const channel = new BroadcastChannel(name)
  let isClosed = false
  channel.onmessage = ({ data }: MessageEvent<DraftNews>) => hear(data)
  return {
    // An answer may come after its form was left: it is news to the other forms all the same.
    tell(news: DraftNews): void {
      const line = isClosed ? new BroadcastChannel(name) : channel
      line.postMessage(news)
      if (isClosed) line.close()
    },
    close(): void {
      isClosed = true
      channel.close()
    },
  }
}

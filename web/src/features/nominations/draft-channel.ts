import type { KeptDraft } from './draft'

/** What the tabs that show the form tell each other. */
export type DraftNews = { kind: 'saved'; draft: KeptDraft } | { kind: 'discarded' } | { kind: 'submitted' }

/** Opens the line between the tabs; nobody hears herself. */
export function openDraftChannel(hear: (news: DraftNews) => void) {
  const channel = new BroadcastChannel('nomination-draft')
  channel.onmessage = ({ data }: MessageEvent<DraftNews>) => hear(data)
  return {
    tell: (news: DraftNews) => channel.postMessage(news),
    close: () => channel.close(),
  }
}

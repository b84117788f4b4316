import type { Landing } from '@/lib/generated'

// The console and the frames of its preview talk by messages. Each takes only what comes from its own
// origin, and from the window that it knows.

/** Said by the console: show this part of the page, with these words. */
export type ShowMessage = { kind: 'preview-show'; section: string; landing: Landing }

/** Said by the frame: I am there, and as tall as this. */
export type FrameMessage = { kind: 'preview-ready' } | { kind: 'preview-height'; height: number }

/** Listens for messages of one window; returns how to stop. */
export function listenTo<Message extends { kind: string }>(
  from: () => MessageEventSource | null | undefined,
  heard: (message: Message) => void,
): () => void {
  const listen = (event: MessageEvent) => {
    if (event.origin !== window.location.origin || !event.source || event.source !== from()) return
    if (typeof event.data?.kind === 'string' && event.data.kind.startsWith('preview-')) heard(event.data)
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}

/** Says something to a window of our own origin. */
export function tell(window_: Window | null | undefined, message: ShowMessage | FrameMessage) {
  window_?.postMessage(message, window.location.origin)
}

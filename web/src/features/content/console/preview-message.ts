import type { Landing } from '../api'

// The console and its preview frames exchange messages. Each accepts messages only from its own origin and from the
// expected window.

/** Sent by the console: show this part of the page with these texts. */
export type ShowMessage = { kind: 'preview-show'; section: string; landing: Landing }

/** Sent by the frame: it is ready, or it has this height. */
export type FrameMessage = { kind: 'preview-ready' } | { kind: 'preview-height'; height: number }

/** Listens for messages from one window. Returns a function that stops it. */
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

/** Sends a message to a window of our own origin. */
export function tell(window_: Window | null | undefined, message: ShowMessage | FrameMessage) {
  window_?.postMessage(message, window.location.origin)
}

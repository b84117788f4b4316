import type { BulkAction, BulkPreview } from './generated'
import { useServerMutation } from './mutation'
import { send } from './server'

const path = '/api/bulk-actions'

/** What is done, and to whom: the body of the two calls. */
export type BulkInput = Record<string, unknown>

/** What an action would do to many people. */
export const usePreviewBulk = () =>
  useServerMutation('previewBulk', (body: BulkInput) => send<BulkPreview>(`${path}/preview`, { method: 'POST', body }))

export const useStartBulk = () =>
  useServerMutation('startBulk', (body: BulkInput) => send<BulkAction>(path, { method: 'POST', body }))

/** Takes tags back, as another action. */
export const useUndoBulk = (id: string) =>
  useServerMutation('startBulk', () => send<BulkAction>(`${path}/${id}/undo`, { method: 'POST' }))

export const readBulk = (id: string, signal: AbortSignal) =>
  send<BulkAction>(`${path}/${encodeURIComponent(id)}`, { signal })

type Words = {
  /** On the button that begins it. */
  label: string
  /** "Tag 12 people": the button of the preview. */
  verb: string
  /** What happens to each, after "12 people". */
  becomes: string
  /** "Tagged": what the page says of those to whom it was done. */
  done: string
}

/** The actions, in the words of the console. */
export const bulkLabels: Readonly<Record<string, Words>> = {
  tag: { label: 'Tag', verb: 'Tag', becomes: 'get the tag', done: 'tagged' },
  untag: { label: 'Untag', verb: 'Untag', becomes: 'lose the tag', done: 'untagged' },
  reset_link: {
    label: 'Send a password link',
    verb: 'Send the link to',
    becomes: 'get an email with a link to set a new password',
    done: 'sent a password link',
  },
  proof_link: {
    label: 'Send a verification link',
    verb: 'Send the link to',
    becomes: 'get an email with a link that verifies their address',
    done: 'sent a verification link',
  },
  write: { label: 'Write to them', verb: 'Write to', becomes: 'get the email', done: 'written to' },
  deactivate: {
    label: 'Deactivate',
    verb: 'Deactivate',
    becomes: 'are signed out everywhere and cannot sign in any more',
    done: 'deactivated',
  },
}

/** What an action is called: "Tag “speaker”". */
export function bulkTitle({ action, tag, subject }: Pick<BulkAction, 'action' | 'tag' | 'subject'>): string {
  const about = tag || subject
  return [bulkLabels[action]?.label ?? action, about && `“${about}”`].filter(Boolean).join(' ')
}

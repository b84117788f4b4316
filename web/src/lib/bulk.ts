import type { BulkAction, BulkPreview } from './generated'
import { useServerMutation } from './mutation'
import { send } from './server'

const path = '/api/bulk-actions'

/** The action and its recipients: the body of both calls. */
export type BulkInput = Record<string, unknown>

/** Returns what an action would do, without doing it. */
export const usePreviewBulk = () =>
  useServerMutation('previewBulk', (body: BulkInput) => send<BulkPreview>(`${path}/preview`, { method: 'POST', body }))

export const useStartBulk = () =>
  useServerMutation('startBulk', (body: BulkInput) => send<BulkAction>(path, { method: 'POST', body }))

/** Undoes a bulk tagging. The undo is a bulk action of its own. */
export const useUndoBulk = (id: string) =>
  useServerMutation('startBulk', () => send<BulkAction>(`${path}/${id}/undo`, { method: 'POST' }))

export const readBulk = (id: string, signal: AbortSignal) =>
  send<BulkAction>(`${path}/${encodeURIComponent(id)}`, { signal })

type Words = {
  /** The label of the button that opens the dialog. */
  label: string
  /** The label of the button for the preview, such as "Tag 12 people". */
  verb: string
  /** The effect on each person, after "12 people". */
  becomes: string
  /** The result, such as "Tagged". */
  done: string
}

/** The labels of the actions in the console. */
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
    becomes: 'are signed out everywhere and can no longer sign in',
    done: 'deactivated',
  },
}

/** The title of an action, such as "Tag “speaker”". */
export function bulkTitle({ action, tag, subject }: Pick<BulkAction, 'action' | 'tag' | 'subject'>): string {
  const about = tag || subject
  return [bulkLabels[action]?.label ?? action, about && `“${about}”`].filter(Boolean).join(' ')
}

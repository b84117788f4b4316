import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type Body, call } from './api'
import type { BulkAction } from './api-types'
import { areas } from './areas'

const bulk = [...areas.people, 'bulk'] as const

export const bulkListKey = [...bulk, 'list'] as const

/** The action and its recipients: the body of both calls. */
export type BulkInput = Body<'POST /api/bulk-actions/preview'>

/** The preview's body, with the number of people that the admin has seen. */
export type BulkStart = Body<'POST /api/bulk-actions'>

/** The actions that an admin can start. */
export type BulkName = BulkInput['action']

/** The lists whose rows can be selected. */
export type BulkList = Exclude<NonNullable<BulkInput['list']>, ''>

/** Returns what an action would do, without doing it. */
export const usePreviewBulk = () =>
  useMutation({ mutationFn: (body: BulkInput) => call('POST /api/bulk-actions/preview', { body }) })

export const useStartBulk = () =>
  useMutation({ mutationFn: (body: BulkStart) => call('POST /api/bulk-actions', { body }) })

/** Undoes a bulk tagging or a grant of memberships. The undo is a bulk action of its own. */
export const useUndoBulk = (id: string) =>
  useMutation({ mutationFn: () => call('POST /api/bulk-actions/{id}/undo', { path: { id } }) })

export const bulkQuery = (id: string) =>
  queryOptions({
    queryKey: [...bulk, id],
    queryFn: ({ signal }) => call('GET /api/bulk-actions/{id}', { path: { id }, signal }),
  })

/** All tiers, including those that are not on sale. */
export const useGrantableTiers = () =>
  useQuery({ queryKey: areas.allTiers, queryFn: ({ signal }) => call('GET /api/membership-tiers', { signal }) })

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
export const bulkLabels: Readonly<Record<BulkAction['action'], Words>> = {
  tag: { label: 'Tag', verb: 'Tag', becomes: 'will get the tag', done: 'tagged' },
  untag: { label: 'Remove tag', verb: 'Remove the tag from', becomes: 'will lose the tag', done: 'untagged' },
  reset_link: {
    label: 'Send a password link',
    verb: 'Send the link to',
    becomes: 'will get an email with a link to set a new password',
    done: 'sent a password link',
  },
  proof_link: {
    label: 'Send a verification link',
    verb: 'Send the link to',
    becomes: 'will get an email with a link that verifies their address',
    done: 'sent a verification link',
  },
  write: { label: 'Write an email', verb: 'Write to', becomes: 'will get the email', done: 'written to' },
  grant: {
    label: 'Grant a membership',
    verb: 'Grant the membership to',
    becomes: 'will get a complimentary membership and an email about it',
    done: 'granted a membership',
  },
  end_grant: {
    label: 'End granted memberships',
    verb: 'End the memberships of',
    becomes: 'will lose the membership',
    done: 'lost the membership',
  },
  deactivate: {
    label: 'Deactivate',
    verb: 'Deactivate',
    becomes: 'will be signed out everywhere and can no longer sign in',
    done: 'deactivated',
  },
}

export const bulkNames: readonly BulkName[] = [
  'tag',
  'untag',
  'reset_link',
  'proof_link',
  'write',
  'grant',
  'deactivate',
]

/** The button that undoes a finished action. */
export const undoLabels: Readonly<Partial<Record<BulkAction['action'], string>>> = {
  tag: 'Remove the tag again',
  untag: 'Add the tag again',
  grant: 'End the memberships',
}

/** The title of an action, such as "Tag “speaker”". */
export function bulkTitle({
  action,
  tag,
  subject,
  tierName,
}: Pick<BulkAction, 'action' | 'tag' | 'subject' | 'tierName'>): string {
  const about = tag || subject || tierName
  return [bulkLabels[action].label, about && `“${about}”`].filter(Boolean).join(' ')
}

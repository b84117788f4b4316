import type { Reauthentication } from '@/lib/account-api'
import type { FormValues } from '@/lib/form-schema'
import type {
  cancelMandateForm,
  MergePreview,
  Person,
  PersonMandate,
  PersonNote,
  personEmailForm,
  personInviteForm,
  personNoteForm,
} from '@/lib/generated'
import { useLiveQuery } from '@/lib/live'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

const pathOf = (id: string, rest = '') => `/api/people/${encodeURIComponent(id)}${rest}`

/** Everything that is stored about one person. */
export const usePerson = (id: string) =>
  useLiveQuery<Person>({ queryKey: queryKeys.person(id), path: pathOf(id) }, [
    'members',
    'nominations',
    'payments',
    'mail',
  ])

/** Changes only the fields that are sent. */
export const useCorrectPerson = (id: string) =>
  useServerMutation('changePerson', (body: Record<string, unknown>) =>
    send<Person>(pathOf(id), { method: 'PATCH', body }),
  )

/** An action without a form. */
export type PersonStep = 'deactivate' | 'reactivate' | 'reset-link' | 'proof-link'

export const usePersonStep = (id: string) =>
  useServerMutation('changePerson', (step: PersonStep) => send<Person>(pathOf(id, `/${step}`), { method: 'POST' }))

/** Turns the person's two-step sign-in off, if the phone and the recovery codes are lost. */
export const useResetPersonMfa = (id: string) =>
  useServerMutation('changePerson', (body: Reauthentication) =>
    send<Person>(pathOf(id, '/second-factor/reset'), { method: 'POST', body }),
  )

/** Cancels the renewal of the membership, at the end of the paid period. */
export const useCancelMandate = (id: string) =>
  useServerMutation('changePerson', (body: FormValues<typeof cancelMandateForm> & Reauthentication) =>
    send<PersonMandate>(`/api/members/${encodeURIComponent(id)}/mandate/cancel`, { method: 'POST', body }),
  )

export const useAddPersonNote = (id: string) =>
  useServerMutation('changePerson', (body: FormValues<typeof personNoteForm>) =>
    send<PersonNote>(pathOf(id, '/notes'), { method: 'POST', body }),
  )

export const useDeletePersonNote = (id: string) =>
  useServerMutation('changePerson', (note: string) =>
    send<void>(pathOf(id, `/notes/${encodeURIComponent(note)}`), { method: 'DELETE' }),
  )

export const useWriteToPerson = (id: string) =>
  useServerMutation('changePerson', (body: FormValues<typeof personEmailForm>) =>
    send<Person>(pathOf(id, '/emails'), { method: 'POST', body }),
  )

export const useInvitePerson = () =>
  useServerMutation('changePerson', (body: FormValues<typeof personInviteForm>) =>
    send<Person>('/api/people', { method: 'POST', body }),
  )

type Merge = { otherId: string; preview: boolean }

/** Previews a merge of two accounts. */
export const usePreviewMerge = (id: string) =>
  useServerMutation('previewMerge', (body: Merge) => send<MergePreview>(pathOf(id, '/merge'), { method: 'POST', body }))

export const useMerge = (id: string) =>
  useServerMutation('changePerson', (body: Merge) => send<MergePreview>(pathOf(id, '/merge'), { method: 'POST', body }))

export const useUndoMerge = (id: string) =>
  useServerMutation('changePerson', (merge: string) =>
    send<Person>(pathOf(id, `/merges/${encodeURIComponent(merge)}/undo`), { method: 'POST' }),
  )

import { useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'
import { useReading } from '@/lib/reading'

export type MergePreview = Answer<'POST /api/people/{id}/merge'>
export type Person = Answer<'GET /api/people/{id}'>
export type PersonMandate = Answer<'POST /api/members/{id}/mandate/cancel'>
export type PersonMerge = Person['merges'][number]

/** Everything that is stored about one person. */
export const usePerson = (id: string) =>
  useReading({
    queryKey: [...areas.people, 'one', id],
    queryFn: ({ signal }) => call('GET /api/people/{id}', { path: { id }, signal }),
  })

/** Changes only the fields that are sent. */
export const useCorrectPerson = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'PATCH /api/people/{id}'>) => call('PATCH /api/people/{id}', { path: { id }, body }),
  })

/** An action without a form. */
export type PersonStep = 'deactivate' | 'reactivate' | 'reset-link' | 'proof-link'

export const usePersonStep = (id: string) =>
  useMutation({
    mutationFn: (step: PersonStep) => call(`POST /api/people/{id}/${step}`, { path: { id } }),
  })

/** Turns the person's two-step sign-in off, if the phone and the recovery codes are lost. */
export const useResetPersonMfa = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/people/{id}/second-factor/reset'>) =>
      call('POST /api/people/{id}/second-factor/reset', { path: { id }, body }),
  })

/** Cancels the renewal of the membership, at the end of the paid period. */
export const useCancelMandate = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/members/{id}/mandate/cancel'>) =>
      call('POST /api/members/{id}/mandate/cancel', { path: { id }, body }),
  })

export const useAddPersonNote = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/people/{id}/notes'>) =>
      call('POST /api/people/{id}/notes', { path: { id }, body }),
  })

export const useDeletePersonNote = (id: string) =>
  useMutation({
    mutationFn: (note: string) => call('DELETE /api/people/{id}/notes/{note}', { path: { id, note } }),
  })

export const useWriteToPerson = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/people/{id}/emails'>) =>
      call('POST /api/people/{id}/emails', { path: { id }, body }),
  })

export const useInvitePerson = () =>
  useMutation({ mutationFn: (body: Body<'POST /api/people'>) => call('POST /api/people', { body }) })

type Merge = { otherId: string; preview: boolean }

/** Previews a merge of two accounts. */
export const usePreviewMerge = (id: string) =>
  useMutation({
    mutationFn: (body: Merge) => call('POST /api/people/{id}/merge', { path: { id }, body }),
  })

export const useMerge = (id: string) =>
  useMutation({
    mutationFn: (body: Merge) => call('POST /api/people/{id}/merge', { path: { id }, body }),
  })

export const useUndoMerge = (id: string) =>
  useMutation({
    mutationFn: (merge: string) => call('POST /api/people/{id}/merges/{merge}/undo', { path: { id, merge } }),
  })

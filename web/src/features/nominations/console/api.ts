import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { EmailPreview, NominationPrevNext, NominationStates, ReviewedNomination } from '@/lib/generated'
import { type Reading, useLiveQuery } from '@/lib/live'
import { type Operation, useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

const path = '/api/nominations'

/** The number of nominations in each state. */
export const useStateCounts = () =>
  useLiveQuery<NominationStates>({ queryKey: queryKeys.nominationCounts, path: `${path}/counts` }, ['nominations'])

/** A nomination with its review. */
export function useNomination(id: string): Reading<ReviewedNomination> {
  return useLiveQuery({ queryKey: queryKeys.nomination(id), path: `${path}/${id}` }, ['nominations'])
}

/** The nominations before and after this one in the part of the queue that the address selects. */
function prevNextQuery(id: string, place: Record<string, string>) {
  return queryOptions({
    queryKey: queryKeys.nominationNeighbours(id, place),
    queryFn: ({ signal }) => send<NominationPrevNext>(`${path}/${id}/neighbours`, { query: place, signal }),
    staleTime: 0,
  })
}

/**
 * Returns the id of the next open nomination after one that was just decided, in the part of the queue that the address
 * selects, else of one before it. Returns "" if none is left.
 */
export async function findNextOpen(client: QueryClient, id: string, place: Record<string, string>): Promise<string> {
  const { state, sort, ...rest } = place
  const openOnes = !state || ['open', 'submitted', 'in_review', 'info_requested'].includes(state)
  const { next, previous } = await client.fetchQuery(prevNextQuery(id, openOnes ? place : rest))
  return next || previous
}

export const usePrevNext = (id: string, place: Record<string, string>) => useQuery(prevNextQuery(id, place)).data

// Each step of a review returns the updated nomination.
function useReviewMutation<Input>(
  id: string,
  operation: Operation,
  call: (input: Input) => Promise<ReviewedNomination>,
) {
  return useServerMutation(operation, call, {
    store: (client, nomination) => client.setQueryData(queryKeys.nomination(id), nomination),
  })
}

type ReviewStepInput = { step: string; version: number } & Record<string, unknown>

/** Takes a step on the version of the review that the admin has seen. */
export const useTakeStep = (id: string) =>
  useReviewMutation(id, 'takeReviewStep', (body: ReviewStepInput) =>
    send<ReviewedNomination>(`${path}/${id}/steps`, { method: 'POST', body }),
  )

export const useVote = (id: string) =>
  useReviewMutation(id, 'voteOnNomination', (vote: string) =>
    send<ReviewedNomination>(`${path}/${id}/vote`, { method: 'PUT', body: { vote } }),
  )

export const useAddNote = (id: string) =>
  useReviewMutation(id, 'addNote', (body: { text: string }) =>
    send<ReviewedNomination>(`${path}/${id}/notes`, { method: 'POST', body }),
  )

export const useDeleteNote = (id: string) =>
  useReviewMutation(id, 'deleteNote', (noteId: string) =>
    send<ReviewedNomination>(`${path}/${id}/notes/${noteId}`, { method: 'DELETE', body: {} }),
  )

type Check =
  | { kind: 'seats' | 'referees'; id?: string; body: Record<string, unknown> }
  | { kind: 'conflicts'; body: Record<string, unknown> }

/** Creates a board seat, a referee or conflicts of interest; with an id it updates one. */
export const useSaveCheck = (id: string) =>
  useReviewMutation(id, 'changeVerification', (check: Check) => {
    const isNew = check.kind !== 'conflicts' && !check.id
    const row = check.kind !== 'conflicts' && check.id ? `/${check.id}` : ''
    return send<ReviewedNomination>(`${path}/${id}/${check.kind}${row}`, {
      method: isNew ? 'POST' : 'PUT',
      body: check.body,
    })
  })

/** The route of a seat's file. */
export const evidencePath = (id: string, seat: string) => `${path}/${id}/seats/${seat}/evidence`

/** Deletes a board seat, its file or a referee, by the path below the nomination's. */
export const useDeleteCheck = (id: string) =>
  useReviewMutation(id, 'changeVerification', (below: string) =>
    send<ReviewedNomination>(`${path}/${id}/${below}`, { method: 'DELETE', body: {} }),
  )

export const useUploadEvidence = (id: string) =>
  useReviewMutation(id, 'changeVerification', ({ seat, file }: { seat: string; file: File }) => {
    const body = new FormData()
    body.append('file', file)
    return send<ReviewedNomination>(evidencePath(id, seat), { method: 'POST', body })
  })

/** Sends an invitation that replaces the given one, or a first one. */
export const useSendInvitation = (id: string) =>
  useReviewMutation(id, 'sendInvitation', (replaces: string) =>
    send<ReviewedNomination>(`${path}/${id}/invitation`, { method: 'POST', body: { replaces } }),
  )

/** Previews the email of a refusal with the given text. */
export const usePreviewDecline = (id: string) =>
  useServerMutation('previewDecline', (words: string) =>
    send<EmailPreview>(`${path}/${id}/decline-preview`, { method: 'POST', body: { words } }),
  )

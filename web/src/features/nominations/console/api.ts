import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type Answer, address, type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'
import { type Reading, useReading } from '@/lib/reading'

export type BoardSeat = ReviewedNomination['verification']['seats'][number]
export type EmailPreview = Answer<'POST /api/nominations/{id}/decline-preview'>
export type Invitation = NonNullable<ReviewedNomination['invitation']>
export type NominationStates = Answer<'GET /api/nominations/counts'>
export type Referee = ReviewedNomination['verification']['referees'][number]
export type ReviewStep = ReviewedNomination['steps'][number]
export type ReviewedNomination = Answer<'GET /api/nominations/{id}'>

export const queueKey = [...areas.nominations, 'list'] as const

/** The number of nominations in each state. */
export const useStateCounts = () =>
  useReading({
    queryKey: [...areas.nominations, 'counts'],
    queryFn: ({ signal }) => call('GET /api/nominations/counts', { signal }),
  })

const nominationQuery = (id: string) =>
  queryOptions({
    queryKey: [...areas.nominations, 'one', id],
    queryFn: ({ signal }) => call('GET /api/nominations/{id}', { path: { id }, signal }),
  })

/** A nomination with its review. */
export function useNomination(id: string): Reading<ReviewedNomination> {
  return useReading(nominationQuery(id))
}

/** The part of the queue that the address of a screen selects. */
export type Place = Record<string, string>

/** The nominations before and after this one in a part of the queue. */
function prevNextQuery(id: string, place: Place) {
  return queryOptions({
    queryKey: [...areas.nominations, 'prev-next', id, place],
    queryFn: ({ signal }) => call('GET /api/nominations/{id}/neighbours', { path: { id }, query: place, signal }),
    staleTime: 0,
  })
}

/**
 * Returns the id of the next open nomination after one that was just decided, in the part of the queue that the address
 * selects, else of one before it. Returns "" if none is left.
 */
export async function findNextOpen(client: QueryClient, id: string, place: Place): Promise<string> {
  const { state, sort, ...rest } = place
  const openOnes = !state || ['open', 'submitted', 'in_review', 'info_requested'].includes(state)
  const { next, previous } = await client.fetchQuery(prevNextQuery(id, openOnes ? place : rest))
  return next || previous
}

export const usePrevNext = (id: string, place: Place) => useQuery(prevNextQuery(id, place)).data

/** A step of a review. It returns the updated nomination. */
function useReviewMutation<Input>(id: string, mutationFn: (input: Input) => Promise<ReviewedNomination>) {
  return useMutation({
    mutationFn,
    onSuccess: (nomination, _input, _optimistic, { client }) =>
      client.setQueryData(nominationQuery(id).queryKey, nomination),
  })
}

/** A step of a review, the version that the admin has seen, and the step's own fields. */
export type ReviewStepBody = Body<'POST /api/nominations/{id}/steps'>

export type ReviewStepName = ReviewStepBody['step']

/** A step's own fields. */
export type ReviewStepFields = Omit<ReviewStepBody, 'step' | 'version'>

/** Takes a step on the version of the review that the admin has seen. */
export const useTakeStep = (id: string) =>
  useReviewMutation(id, (body: ReviewStepBody) => call('POST /api/nominations/{id}/steps', { path: { id }, body }))

export const useVote = (id: string) =>
  useReviewMutation(id, (vote: Body<'PUT /api/nominations/{id}/vote'>['vote']) =>
    call('PUT /api/nominations/{id}/vote', { path: { id }, body: { vote } }),
  )

export const useAddNote = (id: string) =>
  useReviewMutation(id, (body: { text: string }) => call('POST /api/nominations/{id}/notes', { path: { id }, body }))

export const useDeleteNote = (id: string) =>
  useReviewMutation(id, (note: string) => call('DELETE /api/nominations/{id}/notes/{note}', { path: { id, note } }))

/** Creates a board seat, or updates the given one. */
export const useSaveSeat = (id: string, seat: string | undefined) =>
  useReviewMutation(id, (body: Body<'POST /api/nominations/{id}/seats'>) =>
    seat
      ? call('PUT /api/nominations/{id}/seats/{seat}', { path: { id, seat }, body })
      : call('POST /api/nominations/{id}/seats', { path: { id }, body }),
  )

/** Creates a referee, or updates the given one. */
export const useSaveReferee = (id: string, referee: string | undefined) =>
  useReviewMutation(id, (body: Body<'POST /api/nominations/{id}/referees'>) =>
    referee
      ? call('PUT /api/nominations/{id}/referees/{referee}', { path: { id, referee }, body })
      : call('POST /api/nominations/{id}/referees', { path: { id }, body }),
  )

export const useSaveConflicts = (id: string) =>
  useReviewMutation(id, (body: Body<'PUT /api/nominations/{id}/conflicts'>) =>
    call('PUT /api/nominations/{id}/conflicts', { path: { id }, body }),
  )

/** The address of a seat's file. */
export const evidencePath = (id: string, seat: string) =>
  address('GET /api/nominations/{id}/seats/{seat}/evidence', { id, seat })

export const useDeleteSeat = (id: string) =>
  useReviewMutation(id, (seat: string) => call('DELETE /api/nominations/{id}/seats/{seat}', { path: { id, seat } }))

export const useDeleteEvidence = (id: string) =>
  useReviewMutation(id, (seat: string) =>
    call('DELETE /api/nominations/{id}/seats/{seat}/evidence', { path: { id, seat } }),
  )

export const useDeleteReferee = (id: string) =>
  useReviewMutation(id, (referee: string) =>
    call('DELETE /api/nominations/{id}/referees/{referee}', { path: { id, referee } }),
  )

export const useUploadEvidence = (id: string) =>
  useReviewMutation(id, ({ seat, file }: { seat: string; file: File }) => {
    const body = new FormData()
    body.append('file', file)
    return call('POST /api/nominations/{id}/seats/{seat}/evidence', { path: { id, seat }, body })
  })

/** Sends an invitation that replaces the given one, or a first one. */
export const useSendInvitation = (id: string) =>
  useReviewMutation(id, (currentInvitationId: string) =>
    call('POST /api/nominations/{id}/invitation', { path: { id }, body: { currentInvitationId } }),
  )

/** Previews the email of a refusal with the given text. */
export const usePreviewDecline = (id: string) =>
  useMutation({
    mutationFn: (words: string) =>
      call('POST /api/nominations/{id}/decline-preview', { path: { id }, body: { words } }),
  })

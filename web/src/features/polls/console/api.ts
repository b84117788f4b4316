import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type AdminPoll = Answer<'GET /api/admin/polls/{id}'>

export const pollsKey = [...areas.console, 'polls'] as const

const oneKey = (id: string) => [...pollsKey, 'one', id] as const

export function pollQuery(id: string) {
  return queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call('GET /api/admin/polls/{id}', { path: { id }, signal }),
  })
}

export function ballotsQuery(id: string) {
  return queryOptions({
    queryKey: [...pollsKey, 'ballots', id],
    queryFn: ({ signal }) => call('GET /api/admin/polls/{id}/ballots', { path: { id }, signal }),
  })
}

export const commentsKey = (id: string) => [...pollsKey, 'comments', id] as const

type SavedPoll = { id?: string; version?: string; body: Body<'POST /api/polls'> }

/** Creates a draft, or changes it. */
export const useSavePoll = () =>
  useMutation({
    mutationFn: ({ id, version, body }: SavedPoll) =>
      id === undefined
        ? call('POST /api/polls', { body })
        : call('PUT /api/polls/{id}', { path: { id }, body: { ...body, version } }),
  })

/** Deletes a draft. */
export const useDeletePoll = () =>
  useMutation({ mutationFn: (id: string) => call('DELETE /api/polls/{id}', { path: { id } }) })

/** Publishes a draft and opens the discussion. */
export const usePublishPoll = (id: string) =>
  useMutation({ mutationFn: () => call('POST /api/polls/{id}/publish', { path: { id } }) })

/** Opens the vote. */
export const useOpenVote = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/polls/{id}/open'>) => call('POST /api/polls/{id}/open', { path: { id }, body }),
  })

/** Closes the vote before its end. */
export const useCloseVote = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/polls/{id}/close'>) =>
      call('POST /api/polls/{id}/close', { path: { id }, body }),
  })

/** Withdraws a published consultation before the close of its vote. */
export const useWithdrawPoll = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/polls/{id}/withdraw'>) =>
      call('POST /api/polls/{id}/withdraw', { path: { id }, body }),
  })

/** Publishes the result with the final text. */
export const usePublishResult = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/polls/{id}/result'>) =>
      call('POST /api/polls/{id}/result', { path: { id }, body }),
  })

/** Removes a member's comment. */
export const useRemoveComment = (id: string) =>
  useMutation({
    mutationFn: ({ comment, reason }: { comment: string; reason: string }) =>
      call('POST /api/polls/{id}/comments/{comment}/remove', { path: { id, comment }, body: { reason } }),
  })

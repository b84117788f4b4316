import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, callPage, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type PollSummary = Row<'GET /api/polls'>
export type Poll = Answer<'GET /api/polls/{id}'>
export type PollComment = Row<'GET /api/polls/{id}/comments'>
export type OptionBallots = Answer<'GET /api/polls/{id}/ballots'>[number]

const polls = [...areas.member, 'polls'] as const
const commentsKey = (id: string) => [...polls, id, 'comments'] as const

// Other members comment and vote at any time, so a page that opens loads again what it shows.
const staleTime = 0

export const perPage = 20

export function pollsQuery(page: number) {
  return queryOptions({
    queryKey: [...polls, 'list', page],
    queryFn: ({ signal }) => callPage('GET /api/polls', { query: { page, perPage }, signal }),
    staleTime,
  })
}

export function pollQuery(id: string) {
  return queryOptions({
    queryKey: [...polls, id, 'one'],
    queryFn: ({ signal }) => call('GET /api/polls/{id}', { path: { id }, signal }),
    staleTime,
  })
}

/** How many comments on a paragraph are loaded at once. */
export const commentsPerPage = 25

export function commentsQuery(id: string, paragraph: number, page: number) {
  return queryOptions({
    queryKey: [...commentsKey(id), paragraph, page],
    queryFn: ({ signal }) =>
      callPage('GET /api/polls/{id}/comments', {
        path: { id },
        query: { paragraph, page, perPage: commentsPerPage },
        signal,
      }),
    staleTime,
  })
}

export function ballotsQuery(id: string) {
  return queryOptions({
    queryKey: [...polls, id, 'ballots'],
    queryFn: ({ signal }) => call('GET /api/polls/{id}/ballots', { path: { id }, signal }),
  })
}

/** Comments on a paragraph. */
export const useComment = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/polls/{id}/comments'>) =>
      call('POST /api/polls/{id}/comments', { path: { id }, body }),
  })

/** Removes a comment of the member. */
export const useRemoveComment = (id: string) =>
  useMutation({
    mutationFn: (comment: string) => call('DELETE /api/polls/{id}/comments/{comment}', { path: { id, comment } }),
  })

/** Votes. The answer has the receipt, which the server sends only once. */
export const useVote = (id: string) =>
  useMutation({
    mutationFn: (choice: number) => call('POST /api/polls/{id}/vote', { path: { id }, body: { choice } }),
  })

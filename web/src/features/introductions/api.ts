import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, callPage } from '@/lib/api'
import { areas } from '@/lib/areas'
import { changedByOthers } from '@/lib/changed-by-others'

export type Introduction = Answer<'GET /api/introductions/{id}'>
export type Status = Introduction['status']
export type With = Answer<'GET /api/directory/{person}/introduction'>

const introductions = [...areas.member, 'introductions'] as const

/** The introductions of the member. */
export const introductionsQuery = queryOptions({
  queryKey: [...introductions, 'list'],
  queryFn: ({ signal }) => call('GET /api/introductions', { signal }),
  ...changedByOthers,
})

export function introductionQuery(id: string) {
  return queryOptions({
    queryKey: [...introductions, 'one', id],
    queryFn: ({ signal }) => call('GET /api/introductions/{id}', { path: { id }, signal }),
    ...changedByOthers,
  })
}

/** What the member can do about an introduction to a person. */
export function withQuery(person: string) {
  return queryOptions({
    queryKey: [...introductions, 'with', person],
    queryFn: ({ signal }) => call('GET /api/directory/{person}/introduction', { path: { person }, signal }),
    staleTime: 0,
  })
}

/** How many messages are loaded at once. */
export const messagesPerPage = 50

/** A page of a conversation, the newest messages first. */
export function messagesQuery(id: string, page: number) {
  return queryOptions({
    queryKey: [...introductions, 'messages', id, page],
    queryFn: ({ signal }) =>
      callPage('GET /api/introductions/{id}/messages', {
        path: { id },
        query: { page, perPage: messagesPerPage },
        signal,
      }),
    ...changedByOthers,
  })
}

/** Asks a member for an introduction. */
export const useAsk = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/introductions'>) => call('POST /api/introductions', { body }),
  })

export type Step = 'accept' | 'decline' | 'withdraw' | 'close'

/** Answers, withdraws or closes an introduction. */
export const useStep = (id: string) =>
  useMutation({
    mutationFn: (step: Step) => call(`POST /api/introductions/{id}/${step}`, { path: { id } }),
  })

/** Writes a message. */
export const useWrite = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/introductions/{id}/messages'>) =>
      call('POST /api/introductions/{id}/messages', { path: { id }, body }),
  })

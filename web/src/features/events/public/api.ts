import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type PublicSession = Answer<'GET /api/site/sessions/{id}'>
export type Guest = Answer<'POST /api/site/guests/look'>
export type Wish = Body<'POST /api/site/guests/answer'>['answer']

/** A session with a page for visitors. */
export const publicSessionQuery = (id: string) =>
  queryOptions({
    queryKey: [...areas.publicSessions, id],
    queryFn: ({ signal }) => call('GET /api/site/sessions/{id}', { path: { id }, signal }),
  })

/** What a guest reads with the link of an email. */
export const guestQuery = (token: string) =>
  queryOptions({
    queryKey: [...areas.publicSessions, 'guest', token],
    queryFn: ({ signal }) => call('POST /api/site/guests/look', { body: { token }, signal }),
    enabled: token !== '',
    retry: false,
  })

/** Asks for the link with which a guest confirms. */
export const useAskGuest = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/site/sessions/{id}/guests'>) =>
      call('POST /api/site/sessions/{id}/guests', { path: { id }, body }),
    meta: { keepsData: true },
  })

export const useAnswerGuest = (token: string) =>
  useMutation({
    mutationFn: (answer: Wish) => call('POST /api/site/guests/answer', { body: { token, answer } }),
    onSuccess: (guest, _answer, _optimistic, { client }) =>
      client.setQueryData<Guest>(guestQuery(token).queryKey, guest),
    meta: { keepsData: true },
  })

export const useJoinAsGuest = (token: string) =>
  useMutation({
    mutationFn: () => call('POST /api/site/guests/join', { body: { token } }),
    meta: { keepsData: true },
  })

import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, callAll, callPage, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import { changedByOthers } from '@/lib/changed-by-others'

export type SessionSummary = Row<'GET /api/events'>
export type Session = Answer<'GET /api/events/{id}'>

const pastPerPage = 10

/** The server's redirect to the meeting of a session, which no answer contains. */
export const joinAddress = (id: string) => `/events/${encodeURIComponent(id)}/join`

/** The sessions that are not over, the next one first. */
export const upcomingQuery = queryOptions({
  queryKey: [...areas.sessions, 'upcoming'],
  ...changedByOthers,
  queryFn: ({ signal }) => callAll('GET /api/events', { query: { from: new Date().toISOString() }, signal }),
})

/** A page of the sessions that have started, the newest first. */
export const pastQuery = (page: number) =>
  queryOptions({
    queryKey: [...areas.sessions, 'past', page],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const query = { to: new Date().toISOString(), sort: '-startsAt', page, perPage: pastPerPage }
      return { ...(await callPage('GET /api/events', { query, signal })), perPage: pastPerPage }
    },
  })

/** A session with the member's own answer. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [...areas.sessions, id],
    queryFn: ({ signal }) => call('GET /api/events/{id}', { path: { id }, signal }),
    ...changedByOthers,
  })

/** The items of the library that belong to a session, the newest first. */
export const libraryItemsQuery = (session: string) =>
  queryOptions({
    queryKey: [...areas.sessions, session, 'library'],
    queryFn: ({ signal }) => callAll('GET /api/library', { query: { session }, signal }),
  })

/** Answers a session. The server decides whether the member has a place or waits for one. */
export const useAnswer = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/events/{id}/answer'>) =>
      call('POST /api/events/{id}/answer', { path: { id }, body }),
    onSuccess: (session, _body, _optimistic, { client }) => client.setQueryData(sessionQuery(id).queryKey, session),
  })

/** Whether the member has a calendar feed. */
export const feedQuery = queryOptions({
  queryKey: [...areas.member, 'calendar-feed'],
  queryFn: ({ signal }) => call('GET /api/calendar-feed', { signal }),
})

/** Issues an address for the feed, which replaces the previous one. It is shown once and not stored. */
export const useIssueFeed = () =>
  useMutation({
    mutationFn: () => call('POST /api/calendar-feed'),
  })

/** Deletes the feed. */
export const useDeleteFeed = () =>
  useMutation({
    mutationFn: () => call('DELETE /api/calendar-feed'),
  })

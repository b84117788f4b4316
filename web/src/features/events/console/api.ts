import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, callPage, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import { textOf } from '@/lib/file-text'

export type OfficeRow = Row<'GET /api/admin/events'>
export type OfficeSession = Answer<'GET /api/admin/events/{id}'>
export type Attendee = Row<'GET /api/events/{id}/attendees'>
export type Guest = Row<'GET /api/events/{id}/guests'>
export type Task = OfficeSession['doneTasks'][number]

export const sessionsKey = [...areas.officeSessions, 'list'] as const

export const attendeesKey = (id: string) => [...areas.officeSessions, id, 'attendees'] as const
export const guestsKey = (id: string) => [...areas.officeSessions, id, 'guests'] as const

/** A session with what the console needs. */
export const officeSessionQuery = (id: string) =>
  queryOptions({
    queryKey: [...areas.officeSessions, id],
    queryFn: ({ signal }) => call('GET /api/admin/events/{id}', { path: { id }, signal }),
    // Members answer at any time.
    staleTime: 0,
  })

/** The latest sessions, from which an admin chooses the template of a new one. */
export const templatesQuery = queryOptions({
  queryKey: [...sessionsKey, 'templates'],
  queryFn: async ({ signal }) =>
    (await callPage('GET /api/admin/events', { query: { sort: '-startsAt', perPage: 50 }, signal })).rows,
})

type Saved = { id: string | undefined; version: string | undefined; body: Body<'POST /api/events'> }

/** Creates a draft, or changes a session. */
export const useSaveSession = () =>
  useMutation({
    mutationFn: ({ id, version, body }: Saved) =>
      id
        ? call('PUT /api/events/{id}', { path: { id }, body: { ...body, version } })
        : call('POST /api/events', { body }),
  })

export const usePublishSession = (id: string) =>
  useMutation({ mutationFn: () => call('POST /api/events/{id}/publish', { path: { id } }) })

export const useCancelSession = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/events/{id}/cancel'>) =>
      call('POST /api/events/{id}/cancel', { path: { id }, body }),
  })

export const useDeleteSession = (id: string) =>
  useMutation({
    mutationFn: () => call('DELETE /api/events/{id}', { path: { id } }),
  })

export const useRepeatSession = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/events/{id}/repeat'>) =>
      call('POST /api/events/{id}/repeat', { path: { id }, body }),
  })

export const useSetTasks = (id: string) =>
  useMutation({
    mutationFn: (doneTasks: Task[]) => call('PUT /api/events/{id}/tasks', { path: { id }, body: { doneTasks } }),
  })

type Correction = { id: string; attendance: Attendee['attendance'] }

/** Corrects the attendance of a member or a guest of a session. */
export const useCorrectAttendance = (session: string, list: 'attendees' | 'guests') =>
  useMutation<unknown, Error, Correction>({
    mutationFn: ({ id, attendance }) =>
      list === 'guests'
        ? call('PUT /api/events/{id}/guests/{guest}', { path: { id: session, guest: id }, body: { attendance } })
        : call('PUT /api/events/{id}/attendees/{answer}', { path: { id: session, answer: id }, body: { attendance } }),
  })

/** Imports the report of the meeting's provider, a CSV file. */
export const useImportAttendance = (id: string) =>
  useMutation({
    mutationFn: async (file: File) => {
      const { content } = textOf(new Uint8Array(await file.arrayBuffer()))
      return call('POST /api/events/{id}/attendance', { path: { id }, body: { content } })
    },
  })

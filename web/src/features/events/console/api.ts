import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, callPage, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type OfficeRow = Row<'GET /api/admin/events'>
export type OfficeSession = Answer<'GET /api/admin/events/{id}'>
export type Attendee = Row<'GET /api/events/{id}/attendees'>
export type Task = OfficeSession['doneTasks'][number]

export const sessionsKey = [...areas.officeSessions, 'list'] as const
export const attendeesKey = (id: string) => [...areas.officeSessions, id, 'attendees'] as const

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

const meta = { invalidates: [areas.officeSessions, areas.sessions, areas.emails, areas.audit] }

type Saved = { id: string | undefined; version: string | undefined; body: Body<'POST /api/events'> }

/** Creates a draft, or changes a session. */
export const useSaveSession = () =>
  useMutation({
    mutationFn: ({ id, version, body }: Saved) =>
      id
        ? call('PUT /api/events/{id}', { path: { id }, body: { ...body, version } })
        : call('POST /api/events', { body }),
    meta,
  })

export const usePublishSession = (id: string) =>
  useMutation({ mutationFn: () => call('POST /api/events/{id}/publish', { path: { id } }), meta })

export const useCancelSession = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/events/{id}/cancel'>) =>
      call('POST /api/events/{id}/cancel', { path: { id }, body }),
    meta,
  })

export const useDeleteSession = (id: string) =>
  useMutation({
    mutationFn: () => call('DELETE /api/events/{id}', { path: { id } }),
    meta: { invalidates: [sessionsKey, areas.audit] },
  })

export const useRepeatSession = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/events/{id}/repeat'>) =>
      call('POST /api/events/{id}/repeat', { path: { id }, body }),
    meta,
  })

export const useSetTasks = (id: string) =>
  useMutation({
    mutationFn: (doneTasks: Task[]) => call('PUT /api/events/{id}/tasks', { path: { id }, body: { doneTasks } }),
    meta,
  })

type Correction = { answer: string; attendance: Attendee['attendance'] }

export const useCorrectAttendance = (id: string) =>
  useMutation({
    mutationFn: ({ answer, attendance }: Correction) =>
      call('PUT /api/events/{id}/attendees/{answer}', { path: { id, answer }, body: { attendance } }),
    meta,
  })

/** Imports the report of the meeting's provider, a CSV file. */
export const useImportAttendance = (id: string) =>
  useMutation({
    mutationFn: async (file: File) =>
      call('POST /api/events/{id}/attendance', { path: { id }, body: { content: await file.text() } }),
    meta,
  })

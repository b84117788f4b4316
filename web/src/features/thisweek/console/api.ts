import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Week = Answer<'GET /api/admin/this-week'>

const key = [...areas.console, 'this-week'] as const

export const weekQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call('GET /api/admin/this-week', { signal }),
})

/** Marks a new member as welcomed, or undoes the mark. */
export const useSetWelcomed = () =>
  useMutation({
    mutationFn: ({ id, isWelcomed }: { id: string; isWelcomed: boolean }) =>
      isWelcomed
        ? call('POST /api/people/{id}/welcome', { path: { id } })
        : call('DELETE /api/people/{id}/welcome', { path: { id } }),
  })

/** Switches the admin's weekly email on or off. */
export const useSetEmailed = () =>
  useMutation({ mutationFn: (isOn: boolean) => call('PUT /api/admin/this-week/email', { body: { isOn } }) })

import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Redirect = Row<'GET /api/redirects'>

const redirectsKey = [...areas.console, 'redirects'] as const

/** The redirects, by their old address. */
export const redirectsQuery = queryOptions({
  queryKey: redirectsKey,
  queryFn: ({ signal }) => call('GET /api/redirects', { signal }),
})

type Saved = { id?: string; version?: string; body: Body<'POST /api/redirects'> }

/** Adds a redirect, or changes it. */
export const useSaveRedirect = () =>
  useMutation({
    mutationFn: ({ id, version, body }: Saved) =>
      id
        ? call('PUT /api/redirects/{id}', { path: { id }, body: { ...body, version } })
        : call('POST /api/redirects', { body }),
  })

export const useDeleteRedirect = () =>
  useMutation({ mutationFn: (id: string) => call('DELETE /api/redirects/{id}', { path: { id } }) })

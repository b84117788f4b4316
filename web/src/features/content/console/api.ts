import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import type { FormValues } from '@/lib/form-schema'
import type { contentForm } from '@/lib/generated'

export type BuiltInText = Row<'GET /api/cms/built-in'>
export type ContentSection = Row<'GET /api/cms/content'>
export type ContentVersion = Row<'GET /api/cms/deleted'>

export const contentKey = [...areas.console, 'content'] as const

/** All content sections in order, including hidden ones. */
export const contentQuery = queryOptions({
  queryKey: [...contentKey, 'sections'],
  queryFn: ({ signal }) => call('GET /api/cms/content', { signal }),
})

/** The built-in texts of the site, used where admins have written none. */
export const builtInQuery = queryOptions({
  queryKey: [...contentKey, 'built-in'],
  queryFn: ({ signal }) => call('GET /api/cms/built-in', { signal }),
})

/** The earlier versions of a section, newest first. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: [...contentKey, 'versions', id],
    queryFn: ({ signal }) => call('GET /api/cms/content/{id}/versions', { path: { id }, signal }),
  })
}

/** The last version of each deleted section. */
export const deletedQuery = queryOptions({
  queryKey: [...contentKey, 'deleted'],
  queryFn: ({ signal }) => call('GET /api/cms/deleted', { signal }),
})

/** The values of a section's form. */
export type ContentValues = FormValues<typeof contentForm>

const meta = { invalidates: [contentKey, areas.texts, areas.audit] }

type SavedContent = { id: string | undefined; values: ContentValues }

export const useSaveContent = () =>
  useMutation({
    mutationFn: ({ id, values: body }: SavedContent) =>
      id ? call('PUT /api/cms/content/{id}', { path: { id }, body }) : call('POST /api/cms/content', { body }),
    meta,
  })

export const useDeleteContent = () =>
  useMutation({ mutationFn: (id: string) => call('DELETE /api/cms/content/{id}', { path: { id } }), meta })

/** Changes the order of a part's texts. The new order is shown before the server answers. */
export const useReorderContent = () =>
  useMutation({
    mutationFn: (ids: string[]) => call('POST /api/cms/content/reorder', { body: { ids } }),
    onMutate: (ids, { client }) => {
      const before = client.getQueryData(contentQuery.queryKey)
      client.setQueryData(contentQuery.queryKey, before && inOrder(before, ids))
      return () => client.setQueryData(contentQuery.queryKey, before)
    },
    onError: (_error, _ids, undo) => undo?.(),
    meta,
  })

function inOrder(all: ContentSection[], ids: string[]): ContentSection[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  const moved = all.filter(({ id }) => place.has(id)).sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  return all.map((section) => (place.has(section.id) ? (moved.shift() ?? section) : section))
}

/** Restores an earlier version, or a deleted section. */
export const useRestoreContent = () =>
  useMutation({ mutationFn: (id: string) => call('POST /api/cms/restore/{id}', { path: { id } }), meta })

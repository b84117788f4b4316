import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, address, type Body, call, callAll, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type AdminLibraryItem = Answer<'GET /api/admin/library/{id}'>

export const libraryKey = [...areas.console, 'library'] as const

export function libraryItemQuery(id: string) {
  return queryOptions({
    queryKey: [...libraryKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/library/{id}', { path: { id }, signal }),
  })
}

/** The sessions that an item can belong to, the newest first. */
export const sessionsQuery = queryOptions({
  queryKey: [...areas.officeSessions, 'library'],
  queryFn: ({ signal }) => callAll('GET /api/admin/events', { signal }),
})

export type LibraryVersion = Row<'GET /api/admin/library/{id}/versions'>

/** The earlier versions of an item, the newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...libraryKey, 'versions', id],
    queryFn: ({ signal }) => call('GET /api/admin/library/{id}/versions', { path: { id }, signal }),
  })

export type AdminCollection = Answer<'GET /api/admin/library-collections/{id}'>

export const collectionsKey = [...libraryKey, 'collections'] as const

/** All collections, by title. */
export const collectionsQuery = queryOptions({
  queryKey: [...collectionsKey, 'all'],
  queryFn: ({ signal }) => callAll('GET /api/admin/library-collections', { signal }),
})

export function collectionQuery(id: string) {
  return queryOptions({
    queryKey: [...collectionsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/library-collections/{id}', { path: { id }, signal }),
  })
}

/** All items, by title, for the choice of a collection's items. */
export const allItemsQuery = queryOptions({
  queryKey: [...libraryKey, 'all'],
  queryFn: ({ signal }) => callAll('GET /api/admin/library', { query: { sort: 'title' }, signal }),
})

type SavedItem = { id?: string; version?: string; body: Body<'POST /api/library'> }

/** Adds an item, or changes it. */
export const useSaveItem = () =>
  useMutation({
    mutationFn: ({ id, version, body }: SavedItem) =>
      id === undefined
        ? call('POST /api/library', { body })
        : call('PUT /api/library/{id}', { path: { id }, body: { ...body, version } }),
  })

export const filePath = (id: string) => address('GET /api/admin/library/{id}/file', { id })

/** Uploads the PDF file of an item. It replaces an earlier one. */
export const useUploadFile = (id: string) =>
  useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append('file', file)
      return call('POST /api/library/{id}/file', { path: { id }, body })
    },
  })

export const useDeleteFile = (id: string) =>
  useMutation({ mutationFn: () => call('DELETE /api/library/{id}/file', { path: { id } }) })

/** Deletes an item with its bookmarks. */
export const useDeleteItem = () =>
  useMutation({ mutationFn: (id: string) => call('DELETE /api/library/{id}', { path: { id } }) })

type SavedCollection = { id?: string; version?: string; body: Body<'POST /api/library-collections'> }

/** Adds a collection, or changes it. */
export const useSaveCollection = () =>
  useMutation({
    mutationFn: ({ id, version, body }: SavedCollection) =>
      id === undefined
        ? call('POST /api/library-collections', { body })
        : call('PUT /api/library-collections/{id}', { path: { id }, body: { ...body, version } }),
  })

/** Deletes a collection. Its items stay. */
export const useDeleteCollection = () =>
  useMutation({
    mutationFn: (id: string) => call('DELETE /api/library-collections/{id}', { path: { id } }),
  })

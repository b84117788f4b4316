import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, address, call, callAll, callPage, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type LibrarySummary = Row<'GET /api/library'>
export type LibraryItem = Answer<'GET /api/library/{id}'>

const library = [...areas.member, 'library'] as const

// Items are published at any time, so a page that opens loads again what it shows.
const staleTime = 0

export const perPage = 20

/** What a member looks for. Empty values do not narrow the list. */
export type LibrarySearch = { words: string; kind: string; tag: string; bookmarked: string }

export function libraryQuery(search: LibrarySearch, page: number) {
  return queryOptions({
    queryKey: [...library, 'list', search, page],
    queryFn: ({ signal }) => callPage('GET /api/library', { query: { ...search, page, perPage }, signal }),
    placeholderData: keepPreviousData,
    staleTime,
  })
}

export function libraryItemQuery(id: string) {
  return queryOptions({
    queryKey: [...library, 'one', id],
    queryFn: ({ signal }) => call('GET /api/library/{id}', { path: { id }, signal }),
    staleTime,
  })
}

/** The collections with a published item, by title. */
export const collectionsQuery = queryOptions({
  queryKey: [...library, 'collections'],
  queryFn: ({ signal }) => callAll('GET /api/library-collections', { signal }),
  staleTime,
})

export function collectionQuery(id: string) {
  return queryOptions({
    queryKey: [...library, 'collection', id],
    queryFn: ({ signal }) => call('GET /api/library-collections/{id}', { path: { id }, signal }),
    staleTime,
  })
}

export const filePath = (id: string) => address('GET /api/library/{id}/file', { id })

/** Adds or removes the member's bookmark of an item. */
export const useBookmark = (id: string) =>
  useMutation({
    mutationFn: (isWanted: boolean) =>
      isWanted
        ? call('PUT /api/library/{id}/bookmark', { path: { id } })
        : call('DELETE /api/library/{id}/bookmark', { path: { id } }),
  })

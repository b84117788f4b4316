import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Body, call, callPage, type Row } from './api'
import { areas } from './areas'
import { maxImageBytes } from './generated'

/** The uploaded pictures, for campaigns and sessions. */
export const picturesQuery = queryOptions({
  queryKey: areas.pictures,
  queryFn: ({ signal }) => call('GET /api/cms/images', { signal }),
})

/** A picture of the library. */
export type LibraryPicture = Row<'GET /api/pictures'>

export const libraryKey = [...areas.pictures, 'library'] as const

/** The newest pictures of the library that match a search. */
export const libraryQuery = (search: string) =>
  queryOptions({
    queryKey: [...libraryKey, 'chosen', search],
    queryFn: ({ signal }) => callPage('GET /api/pictures', { query: { search, page: 1, perPage: 24 }, signal }),
  })

/** A picture with the places that show it. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: [...libraryKey, id],
    queryFn: ({ signal }) => call('GET /api/pictures/{id}', { path: { id }, signal }),
    staleTime: 0, // the uses change with the texts
  })

/** The types of the files that can be uploaded, for file inputs. */
export const pictureTypes = 'image/jpeg,image/png,image/webp'

/** Why a file cannot be uploaded to the library, or undefined if its size is allowed. */
export function sizeProblem(file: File): string | undefined {
  return file.size > maxImageBytes ? 'This picture is too large. The limit is 5 MB' : undefined
}

/** Uploads a picture to the site. The server encodes it again from its pixels, and answers with its address. */
export const useUploadPicture = () =>
  useMutation({
    mutationFn: (file: File) => call('POST /api/cms/images', { body: bodyOf(file) }),
  })

/** Describes a picture and sets its focal point. */
export const useDescribePicture = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'PUT /api/pictures/{id}'>) => call('PUT /api/pictures/{id}', { path: { id }, body }),
  })

/** Replaces the file of a picture. All places that show the picture show the new file. */
export const useReplacePicture = (id: string) =>
  useMutation({
    mutationFn: (file: File) => call('POST /api/pictures/{id}/file', { path: { id }, body: bodyOf(file) }),
  })

export const useDeletePicture = (id: string) =>
  useMutation({ mutationFn: () => call('DELETE /api/pictures/{id}', { path: { id } }) })

function bodyOf(file: File): FormData {
  const body = new FormData()
  body.set('image', file)
  return body
}

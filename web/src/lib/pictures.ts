import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from './api'
import { areas } from './areas'

/** The uploaded pictures, shared by campaigns and pages. */
export const picturesQuery = queryOptions({
  queryKey: areas.pictures,
  queryFn: ({ signal }) => call('GET /api/cms/images', { signal }),
})

/** Uploads a picture to the site. The server encodes it again from its pixels, and answers with its address. */
export const useUploadPicture = () =>
  useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.set('image', file)
      return call('POST /api/cms/images', { body })
    },
    meta: { invalidates: [areas.pictures, areas.audit] },
  })

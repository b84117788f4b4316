import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Legal = Answer<'GET /api/site/legal/{page}'>

/** A legal page. */
export type LegalPage = 'terms' | 'privacy' | 'refund'

/** The versions of a legal page, newest first. */
export const legalQuery = (page: LegalPage) =>
  queryOptions({
    queryKey: [...areas.legal, page],
    queryFn: ({ signal }) => call('GET /api/site/legal/{page}', { path: { page }, signal }),
  })

/** A version of a legal page with its texts. */
export const legalVersionQuery = (page: LegalPage, id: string) =>
  queryOptions({
    queryKey: [...areas.legal, page, id],
    queryFn: ({ signal }) => call('GET /api/site/legal/{page}/{id}', { path: { page, id }, signal }),
  })

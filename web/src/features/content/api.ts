import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Landing = Answer<'GET /api/site/landing'>
export type Row = Landing['hero']
export type Section = Landing['faq']

/** All texts of the landing page. They come from the server, because admins can change some of them. */
export const landingQuery = queryOptions({
  queryKey: areas.landing,
  queryFn: ({ signal }) => call('GET /api/site/landing', { signal }),
})

/** The footer's texts. Rendered pages embed them; other pages load them. */
export const footerQuery = queryOptions({
  queryKey: areas.footer,
  queryFn: async ({ signal }) => (await call('GET /api/site/landing', { signal })).footer,
})

export function useLanding(): Landing | undefined {
  return useQuery(landingQuery).data
}

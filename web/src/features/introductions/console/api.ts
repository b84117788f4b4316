import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Body, call, callPage } from '@/lib/api'
import { areas } from '@/lib/areas'

export const introductionsKey = [...areas.console, 'introductions'] as const

/** Suggests to two members that they meet. */
export const useSuggest = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/admin/introductions'>) => call('POST /api/admin/introductions', { body }),
  })

/** The accounts that a search finds. */
export function accountsQuery(search: string) {
  return queryOptions({
    queryKey: [...introductionsKey, 'accounts', search],
    queryFn: ({ signal }) =>
      callPage('GET /api/members/registered-users', { query: { search, page: 1, perPage: 8 }, signal }),
    enabled: search.length > 1,
  })
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AdminAccess } from './generated'
import { queryKeys } from './query-keys'
import { send } from './server'

/** What the admin's role lets them do. A changed role ends the session, so it stands as long as the session does. */
export const adminAccessQuery = queryOptions({
  queryKey: queryKeys.adminAccess,
  queryFn: ({ signal }) => send<AdminAccess>('/api/admin/access', { signal }),
})

/** Tells whether the admin may call a route, as "GET /api/people/{id}"; nothing is allowed until that is known. */
export function useMay(): (route: string) => boolean {
  const { data } = useQuery(adminAccessQuery)
  return (route) => data?.routes.includes(route) ?? false
}

/** What each role is called, and what it is for. */
export const roleLabels: Readonly<Record<string, string>> = {
  owner: 'Owner',
  office: 'Office',
  reviewer: 'Reviewer',
  accountant: 'Accountant',
  editor: 'Editor',
}

/** What each role may do, in a sentence. */
export const roleWords: Readonly<Record<string, string>> = {
  owner: 'Everything, the settings, the backups and the administrators included.',
  office: 'People, nominations, payments and refunds, emails, tiers and the site’s texts.',
  reviewer: 'Nominations: reading them, voting and deciding.',
  accountant: 'Reads payments, documents and the books, and changes nothing.',
  editor: 'The texts and pictures of the site.',
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, call, type Route } from './api'
import { areas } from './areas'

/**
 * The routes that the admin's role may call. A changed role ends the session, so the answer changes only when an owner
 * switches a module on or off.
 */
export const adminAccessQuery = queryOptions({
  queryKey: [...areas.console, 'access'],
  queryFn: ({ signal }) => call('GET /api/admin/access', { signal }),
})

/**
 * Returns a function that reports whether the admin may call a route, such as "GET /api/people/{id}". It returns false
 * until the role is loaded.
 */
export function useMay(): (route: Route) => boolean {
  const { data } = useQuery(adminAccessQuery)
  return (route) => data?.routes.includes(route) ?? false
}

export type Role = Answer<'GET /api/admin/access'>['role']

/** The name of each role. */
export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  office: 'Office',
  reviewer: 'Reviewer',
  accountant: 'Accountant',
  editor: 'Editor',
}

/** What each role may do, in one sentence. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: 'Everything, including the settings, the backups and the administrators.',
  office: 'People, nominations, payments and refunds, emails, tiers and the site’s texts.',
  reviewer: 'Nominations: reads them, votes and decides.',
  accountant: 'Payments, documents and the books, without changing anything.',
  editor: 'The texts and images of the site, and the library of the circle.',
}

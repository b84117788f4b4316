import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './api'
import { areas } from './areas'
import type { directoryProfileForm } from './generated'

export type OwnProfile = Answer<'GET /api/profile'>

type VisibilityField = Extract<(typeof directoryProfileForm)[number]['name'], `${string}Visibility`>

/** A field of the profile for which the member chooses who sees it. */
export type SeenField = VisibilityField extends `${infer Field}Visibility` ? Field : never

/** The member's own profile in the directory, which says who sees what. */
export const ownProfileQuery = queryOptions({
  queryKey: [...areas.directory, 'own'],
  queryFn: ({ signal }) => call('GET /api/profile', { signal }),
})

/**
 * Says who sees a field of the member's account now. It is the only sentence about it: it follows the choice for the
 * field, and whether members see the profile at all. It is "" until the profile is loaded.
 */
export function seenBy(own: OwnProfile | undefined, field: SeenField, what = 'it'): string {
  if (!own) return ''
  const chosen = own[`${field}Visibility`]
  if (!own.isVisible || chosen === 'nobody') return `Only you and our office see ${what}.`
  if (chosen === 'introduced') return `Our office and members who have been introduced to you see ${what}.`
  return `All members and our office see ${what}.`
}

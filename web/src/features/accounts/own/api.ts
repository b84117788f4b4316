import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'
import { useSession, useSetSessionUser } from '@/lib/session'
import { accountKeys } from '../api'

/** The member's profile. */
export const profileQuery = queryOptions({
  queryKey: [...areas.member, 'profile'],
  queryFn: ({ signal }) => call('GET /api/user/profile', { signal }),
})

export function useUpdateProfile() {
  const { user } = useSession()
  const setUser = useSetSessionUser()
  return useMutation({
    mutationFn: (body: Body<'PATCH /api/user'>) => call('PATCH /api/user', { body }),
    onSuccess: (profile, _body, _optimistic, { client }) => {
      client.setQueryData(profileQuery.queryKey, profile)
      if (user) setUser({ ...user, ...profile })
    },
  })
}

/** The email topics that the member has chosen. */
export const emailPreferencesQuery = queryOptions({
  queryKey: [...areas.member, 'emails'],
  queryFn: ({ signal }) => call('GET /api/user/email-preferences', { signal }),
  // The user may have followed a link in an email.
  staleTime: 0,
})

export type EmailChoice = Body<'PUT /api/user/email-preferences'> & { topics: string[] }

/** Stores the topics and the language that the member wants. */
export const useChooseEmails = () =>
  useMutation({
    mutationFn: (body: EmailChoice) => call('PUT /api/user/email-preferences', { body }),
    onSuccess: (preferences, _topics, _optimistic, { client }) =>
      client.setQueryData(emailPreferencesQuery.queryKey, preferences),
  })

/** Sets the member's portrait. */
export const useSavePortrait = () =>
  useMutation({
    mutationFn: (file: Blob) => {
      const body = new FormData()
      body.set('image', file, 'portrait.jpg')
      return call('PUT /api/user/portrait', { body })
    },
    onSuccess: (profile, _file, _optimistic, { client }) => client.setQueryData(profileQuery.queryKey, profile),
  })

/** Removes the member's portrait. */
export const useDeletePortrait = () =>
  useMutation({
    mutationFn: () => call('DELETE /api/user/portrait'),
    onSuccess: (profile, _input, _optimistic, { client }) => client.setQueryData(profileQuery.queryKey, profile),
  })

/** Sets the member's PIN; an empty one removes it. */
export const useSetPin = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/pin'>) => call('POST /api/user/pin', { body }),
  })

/** Requests a link to a new email address. */
export const useChangeEmail = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/user/email'>) => call('POST /api/user/email', { body }),
  })

/**
 * Verifies an address with the token of a link, or changes the account's email to it. Users who are not signed in to
 * the account set a new password.
 */
export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (body: Body<'POST /api/confirm-email'>) => call('POST /api/confirm-email', { body }),
  })

/** The member's sessions. */
export const memberSessionsQuery = queryOptions({
  queryKey: accountKeys.memberSessions,
  queryFn: ({ signal }) => call('GET /api/user/sessions', { signal }),
  staleTime: 0,
})

export const useEndMemberSession = () =>
  useMutation({
    mutationFn: (id: string) => call('DELETE /api/user/sessions/{id}', { path: { id } }),
  })

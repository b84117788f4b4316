import { queryOptions } from '@tanstack/react-query'
import type { FormValues } from '@/lib/form-schema'
import type {
  ConfirmedEmail,
  changeEmailForm,
  Message,
  OwnEmailPreferences,
  OwnSession,
  Profile,
  pinForm,
  profileForm,
} from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'
import { useSetSessionUser } from '@/lib/session'

/** The member's profile. */
export const profileQuery = queryOptions({
  queryKey: queryKeys.profile,
  queryFn: ({ signal }) => send<Profile>('/api/user/profile', { signal }),
})

function updateProfile(body: FormValues<typeof profileForm>): Promise<Profile> {
  return send('/api/user', { method: 'PATCH', body })
}

export function useUpdateProfile() {
  const setUser = useSetSessionUser()
  return useServerMutation('updateProfile', updateProfile, {
    store: (client, profile) => {
      client.setQueryData(queryKeys.profile, profile)
      setUser(profile)
    },
  })
}

/** The email topics that the member has chosen. */
export const emailPreferencesQuery = queryOptions({
  queryKey: queryKeys.emailPreferences,
  queryFn: ({ signal }) => send<OwnEmailPreferences>('/api/user/email-preferences', { signal }),
  // The user may have followed a link in an email.
  staleTime: 0,
})

function chooseEmails(topics: string[]): Promise<OwnEmailPreferences> {
  return send('/api/user/email-preferences', { method: 'PUT', body: { topics } })
}

/** Stores the topics that the member wants. */
export const useChooseEmails = () =>
  useServerMutation('chooseEmails', chooseEmails, {
    store: (client, preferences) => client.setQueryData(queryKeys.emailPreferences, preferences),
  })

function savePortrait(file: Blob): Promise<Profile> {
  const body = new FormData()
  body.set('image', file, 'portrait.jpg')
  return send('/api/user/portrait', { method: 'PUT', body })
}

/** Sets the member's portrait. */
export const useSavePortrait = () =>
  useServerMutation('savePortrait', savePortrait, {
    store: (client, profile) => client.setQueryData(queryKeys.profile, profile),
  })

/** Removes the member's portrait. */
export const useDeletePortrait = () =>
  useServerMutation('deletePortrait', () => send<Profile>('/api/user/portrait', { method: 'DELETE' }), {
    store: (client, profile) => client.setQueryData(queryKeys.profile, profile),
  })

function setPin(body: FormValues<typeof pinForm>): Promise<Message> {
  return send('/api/user/pin', { method: 'POST', body })
}

/** Sets the member's PIN; an empty one removes it. */
export const useSetPin = () => useServerMutation('setPin', setPin)

function changeEmail(body: FormValues<typeof changeEmailForm>): Promise<Message> {
  return send('/api/user/email', { method: 'POST', body })
}

/** Requests a link to a new email address. */
export const useChangeEmail = () => useServerMutation('changeEmail', changeEmail)

function confirmEmail(body: { token: string; newPassword?: string }): Promise<ConfirmedEmail> {
  return send('/api/confirm-email', { method: 'POST', body })
}

/**
 * Verifies an address with the token of a link, or changes the account's email to it. Users who are not signed in to
 * the account set a new password.
 */
export const useConfirmEmail = () => useServerMutation('confirmEmail', confirmEmail)

/** The member's sessions. */
export const memberSessionsQuery = queryOptions({
  queryKey: queryKeys.memberSessions,
  queryFn: ({ signal }) => send<OwnSession[]>('/api/user/sessions', { signal }),
  staleTime: 0,
})

function endMemberSession(id: string): Promise<void> {
  return send(`/api/user/sessions/${id}`, { method: 'DELETE' })
}

export const useEndMemberSession = () => useServerMutation('endMemberSession', endMemberSession)

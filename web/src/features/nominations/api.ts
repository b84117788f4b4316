import { queryOptions } from '@tanstack/react-query'
import type { OwnNomination, OwnNominationDetail } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

/** How far the nomination of the session's user is. */
export const ownNominationQuery = queryOptions({
  queryKey: queryKeys.ownNomination,
  queryFn: ({ signal }) => send<OwnNomination>('/api/nominations/mine', { signal }),
  // what has changed since is what they come for
  staleTime: 0,
})

const ownPath = '/api/nominations/mine'

/** The applicant's own nomination, by the token of an email's link, or that of the signed-in user for "". */
export const ownDetailQuery = (token: string, email = '') =>
  queryOptions({
    queryKey: queryKeys.ownNominationDetail({ token, email }),
    queryFn: () => send<OwnNominationDetail>(`${ownPath}/details`, { method: 'POST', body: { token } }),
    staleTime: 0,
  })

type OwnStepBody = { version: number } & Record<string, unknown>

/** A step of the applicant's: amend, answer, withdraw, reopen. */
export function useOwnStep(step: 'amend' | 'answer' | 'withdraw' | 'reopen', token: string) {
  return useServerMutation('takeOwnStep', (body: OwnStepBody) =>
    send<OwnNominationDetail>(`${ownPath}/${step}`, { method: 'POST', body: { token, ...body } }),
  )
}

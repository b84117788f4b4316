import { queryOptions } from '@tanstack/react-query'
import type { OwnNomination, OwnNominationDetail } from '@/lib/generated'
import { useServerMutation } from '@/lib/mutation'
import { queryKeys } from '@/lib/query-keys'
import { send } from '@/lib/server'

/** The status of the signed-in user's nomination. */
export const ownNominationQuery = queryOptions({
  queryKey: queryKeys.ownNomination,
  queryFn: ({ signal }) => send<OwnNomination>('/api/nominations/mine', { signal }),
  // Users come to see whether it has changed.
  staleTime: 0,
})

const ownPath = '/api/nominations/mine'

/** The applicant's own nomination, by the token of an emailed link, or for "" that of the signed-in user. */
export const ownDetailQuery = (token: string, email = '') =>
  queryOptions({
    queryKey: queryKeys.ownNominationDetail({ token, email }),
    queryFn: () => send<OwnNominationDetail>(`${ownPath}/details`, { method: 'POST', body: { token } }),
    staleTime: 0,
  })

type OwnStepBody = { version: number } & Record<string, unknown>

/** A step that the applicant takes: amend, answer, withdraw or reopen. */
export function useOwnStep(step: 'amend' | 'answer' | 'withdraw' | 'reopen', token: string) {
  return useServerMutation('takeOwnStep', (body: OwnStepBody) =>
    send<OwnNominationDetail>(`${ownPath}/${step}`, { method: 'POST', body: { token, ...body } }),
  )
}

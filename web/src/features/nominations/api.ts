import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'
import { useReading } from '@/lib/reading'

export type Draft = Answer<'GET /api/drafts/mine'>
export type NominationAnswers = OwnNominationDetail['answers']
export type OwnNominationDetail = Answer<'POST /api/nominations/mine/amend'>
export type OwnStep = OwnNominationDetail['steps'][number]
export type Registration = Row<'GET /api/registrations'>

export const registrationsKey = [...areas.nominations, 'registrations'] as const
export const draftsKey = [...areas.console, 'drafts'] as const

/** The status of the signed-in user's nomination. */
export const ownNominationQuery = queryOptions({
  queryKey: areas.ownNomination,
  queryFn: ({ signal }) => call('GET /api/nominations/mine', { signal }),
  // Users come to see whether it has changed.
  staleTime: 0,
})

/** The applicant's own nomination, by the token of an emailed link, or for "" that of the signed-in user. */
export const ownDetailQuery = (token: string, email = '') =>
  queryOptions({
    queryKey: [...areas.ownNomination, { token, email }],
    queryFn: () => call('POST /api/nominations/mine/details', { body: { token } }),
    staleTime: 0,
  })

type StepName = 'amend' | 'answer' | 'withdraw' | 'reopen'

/** A step that the applicant takes: amend, answer, withdraw or reopen. */
export function useOwnStep<Step extends StepName>(step: Step, token: string) {
  const name: StepName = step
  return useMutation({
    mutationFn: (body: Omit<Body<`POST /api/nominations/mine/${Step}`>, 'token'>) =>
      call(`POST /api/nominations/mine/${name}`, { body: { token, ...body } }),
  })
}

/** Makes the draft of an emailed link this browser's draft. */
export const useResumeDraft = () =>
  useMutation({ mutationFn: (token: string) => call('POST /api/drafts/resume', { body: { token } }) })

/** The figures of the simple panel. */
export const usePanelStats = () =>
  useReading({
    queryKey: [...areas.stats, 'dashboard'],
    queryFn: ({ signal }) => call('GET /api/admin/stats', { signal }),
  })

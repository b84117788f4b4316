import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Own = Answer<'GET /api/mentors'>
export type Mentorship = Own['asked'][number]
export type Suggestion = Own['suggestions'][number]
export type CheckInAnswer = Body<'POST /api/mentors/{id}/check-in'>['answer']

const mentors = [...areas.member, 'mentors'] as const

/** The member's mentor, mentees and suggestions. Others answer at any time, so a page that opens loads them again. */
export const mentorsQuery = (topic: string) =>
  queryOptions({
    queryKey: [...mentors, topic],
    queryFn: ({ signal }) => call('GET /api/mentors', { query: (topic ? { topic } : {}) as never, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Asks a mentor. */
export const useAsk = () =>
  useMutation({ mutationFn: (body: Body<'POST /api/mentors'>) => call('POST /api/mentors', { body }) })

/** Saves the member's offer to mentor. */
export const useSaveOffer = () =>
  useMutation({
    mutationFn: (body: Body<'PUT /api/mentors/offer'>) => call('PUT /api/mentors/offer', { body }),
  })

export type Step = 'accept' | 'decline' | 'withdraw' | 'end'

/** Answers or withdraws a request, or ends a mentorship. */
export const useStep = (id: string) =>
  useMutation({ mutationFn: (step: Step) => call(`POST /api/mentors/{id}/${step}`, { path: { id } }) })

/** Tells the office how a mentorship is going. */
export const useCheckIn = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/mentors/{id}/check-in'>) =>
      call('POST /api/mentors/{id}/check-in', { path: { id }, body }),
  })

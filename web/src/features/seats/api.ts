import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call, callPage, type Row } from '@/lib/api'
import { areas } from '@/lib/areas'

export type Tenure = Answer<'GET /api/tenure'>
export type Term = Tenure['terms'][number]
export type BoardSeat = Row<'GET /api/board-seats'>
export type BoardSeatDetail = Answer<'GET /api/board-seats/{id}'>
export type OpeningState = BoardSeat['state']
export type Interest = BoardSeatDetail['interests'][number]
export type InterestState = Interest['state']
export type BoardSeatBody = Body<'POST /api/board-seats'>
export type Outcome = Body<'POST /api/board-seats/{id}/outcome'>['outcome']

/** When the terms of the member's boards end. */
export const tenureQuery = queryOptions({
  queryKey: areas.tenure,
  queryFn: ({ signal }) => call('GET /api/tenure', { signal }),
  // The answer depends on the day.
  staleTime: 60 * 60 * 1000,
})

const seats = [...areas.member, 'board-seats'] as const

export const perPage = 20

export type SeatFilters = { search: string; sector: string; city: string; eligibility: string }

/** A page of the open board seats. Other members post at any time, so a page that opens loads them again. */
export function seatsQuery(filters: SeatFilters, page: number) {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  return queryOptions({
    queryKey: [...seats, 'list', given, page],
    queryFn: ({ signal }) => callPage('GET /api/board-seats', { query: { ...given, page, perPage }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The board seats that the member has posted, and those that interest them. */
export const ownSeatsQuery = queryOptions({
  queryKey: [...seats, 'mine'],
  queryFn: ({ signal }) => call('GET /api/board-seats/mine', { signal }),
  staleTime: 0,
})

export function seatQuery(id: string) {
  return queryOptions({
    queryKey: [...seats, 'one', id],
    queryFn: ({ signal }) => call('GET /api/board-seats/{id}', { path: { id }, signal }),
    staleTime: 0,
  })
}

/** Posts a board seat, or changes it. */
export const useSaveSeat = () =>
  useMutation({
    mutationFn: ({ id, body }: { id?: string; body: BoardSeatBody }) =>
      id === undefined
        ? call('POST /api/board-seats', { body })
        : call('PUT /api/board-seats/{id}', { path: { id }, body }),
  })

/** Withdraws a board seat that the member has posted. */
export const useWithdrawSeat = (id: string) =>
  useMutation({ mutationFn: () => call('POST /api/board-seats/{id}/withdraw', { path: { id } }) })

/** Shows interest in a board seat. */
export const useShowInterest = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/board-seats/{id}/interest'>) =>
      call('POST /api/board-seats/{id}/interest', { path: { id }, body }),
  })

/** Withdraws the member's interest in a board seat. */
export const useWithdrawInterest = (id: string) =>
  useMutation({ mutationFn: () => call('DELETE /api/board-seats/{id}/interest', { path: { id } }) })

/** Records the outcome of a member's interest. */
export const useRecordOutcome = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/board-seats/{id}/outcome'>) =>
      call('POST /api/board-seats/{id}/outcome', { path: { id }, body }),
  })

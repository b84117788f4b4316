import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, type Body, call } from '@/lib/api'
import { areas } from '@/lib/areas'
import type { BoardSeatBody } from '../api'

export type AdminSeat = Answer<'GET /api/admin/board-seats/{id}'>

export const seatsKey = [...areas.console, 'board-seats'] as const

export function seatQuery(id: string) {
  return queryOptions({
    queryKey: [...seatsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/admin/board-seats/{id}', { path: { id }, signal }),
  })
}

export const figuresQuery = queryOptions({
  queryKey: [...seatsKey, 'figures'],
  queryFn: ({ signal }) => call('GET /api/admin/board-seats/figures', { signal }),
})

/** Posts a board seat of the office, or changes it. */
export const useSaveSeat = () =>
  useMutation({
    mutationFn: ({ id, body }: { id?: string; body: BoardSeatBody }) =>
      id === undefined
        ? call('POST /api/admin/board-seats', { body })
        : call('PUT /api/admin/board-seats/{id}', { path: { id }, body }),
  })

/** Opens a board seat that waits. */
export const useApproveSeat = (id: string) =>
  useMutation({ mutationFn: () => call('POST /api/board-seats/{id}/approve', { path: { id } }) })

/** Declines a board seat that waits. */
export const useDeclineSeat = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/board-seats/{id}/decline'>) =>
      call('POST /api/board-seats/{id}/decline', { path: { id }, body }),
  })

/** Closes an open board seat. */
export const useCloseSeat = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/board-seats/{id}/close'>) =>
      call('POST /api/board-seats/{id}/close', { path: { id }, body }),
  })

/** Records the outcome of a member's interest. */
export const useRecordOutcome = (id: string) =>
  useMutation({
    mutationFn: (body: Body<'POST /api/admin/board-seats/{id}/outcome'>) =>
      call('POST /api/admin/board-seats/{id}/outcome', { path: { id }, body }),
  })

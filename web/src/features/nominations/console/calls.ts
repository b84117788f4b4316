import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '@/lib/api-error'
import type { LetterPreview, NominationNeighbours, NominationStates, ReviewedNomination } from '@/lib/generated'
import { useLive } from '@/lib/live'
import { send } from '@/lib/server'

const queue = '/api/nominations'

/** How many nominations are in each state. */
export function useStateCounts(): NominationStates | undefined {
  const { data, refetch } = useQuery({
    queryKey: ['console', queue, 'counts'],
    queryFn: ({ signal }) => send<NominationStates>(`${queue}/counts`, { signal }),
  })
  useLive(['nominations'], refetch)
  return data
}

/** A nomination with its review, and the one way to change it. */
export function useReview(id: string) {
  const client = useQueryClient()
  const key = ['console', queue, 'one', id]
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => send<ReviewedNomination>(`${queue}/${id}`, { signal }),
  })
  const refresh = useCallback(() => {
    refetch()
  }, [refetch])
  useLive(['nominations'], refresh)

  // Each change answers with the nomination as it is then. Whoever came too late sees what is now.
  async function act(method: 'POST' | 'PUT' | 'DELETE', path: string, body: Record<string, unknown> = {}) {
    try {
      const after = await send<ReviewedNomination>(`${queue}/${id}/${path}`, { method, body })
      client.setQueryData(key, after)
      return after
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) refetch()
      throw error
    }
  }

  return { nomination: data, error, asOf: dataUpdatedAt, refresh, isFetching, act }
}

export type Act = ReturnType<typeof useReview>['act']

/** The nominations before and after one, where the queue is read as its address says. */
export function useNeighbours(id: string, place: Record<string, string>): NominationNeighbours | undefined {
  return useQuery({
    queryKey: ['console', queue, 'neighbours', id, place],
    queryFn: ({ signal }) => send<NominationNeighbours>(`${queue}/${id}/neighbours`, { query: place, signal }),
    staleTime: 0,
  }).data
}

/** The letter that a refusal with these words would send. */
export function previewDecline(id: string, words: string): Promise<LetterPreview> {
  return send(`${queue}/${id}/decline-preview`, { method: 'POST', body: { words } })
}

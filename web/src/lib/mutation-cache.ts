import { MutationCache, type QueryKey } from '@tanstack/react-query'
import { ApiError, isWaitingForAdmin } from './api-error'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The keys of the queries that the mutation makes stale. A key includes all keys that start with it. */
      invalidates?: readonly QueryKey[]
    }
  }
}

/**
 * Returns the cache that refetches what a mutation makes stale before the mutation settles: when it succeeds, when the
 * data was out of date (404, 409), when a second admin has to confirm (202), and when an optimistic change is undone.
 */
export function newMutationCache(): MutationCache {
  return new MutationCache({
    onSettled: async (_answer, error, _input, optimistic, { meta }, { client }) => {
      if (error && !optimistic && !showsOldData(error)) return
      await Promise.all((meta?.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}

function showsOldData(error: Error): boolean {
  return isWaitingForAdmin(error) || (error instanceof ApiError && (error.status === 404 || error.status === 409))
}

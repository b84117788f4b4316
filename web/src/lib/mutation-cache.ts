import { MutationCache, type QueryClient } from '@tanstack/react-query'
import { ApiError, isWaitingForAdmin } from './api-error'
import { areas } from './areas'

// A change makes everything stale that its person can see. No list says which screens show what a call changes: such a
// list is soon wrong, and a query too many costs one request. Data that is equal keeps its identity, so nothing renders
// again. See docs/decisions/0037-everything-is-stale.md.

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The answer depends only on what the person types, such as the preview of a text. It is not read again. */
      isPreview?: boolean
    }
    mutationMeta: {
      /** The call changes nothing that a screen shows, or the screen must keep what it shows. Nothing is read again. */
      keepsData?: boolean
    }
  }
}

/**
 * Returns the cache that reads everything again before a mutation settles: when it succeeds, when the data was out of
 * date (404, 409), when a second admin has to confirm (202), and when an optimistic change is undone. It also reads
 * everything again, without waiting, if no answer arrives: the server may have made the change.
 */
export function newMutationCache(): MutationCache {
  return new MutationCache({
    onSettled: async (_answer, error, _input, optimistic, { meta }, { client }) => {
      if (meta?.keepsData || (error && !optimistic && !showsOldData(error))) return
      const read = readAgain(client)
      // While the server cannot be reached, reading takes long, and the form has to say so at once.
      if (!isUnanswered(error)) await read
    },
  })
}

/**
 * Reads again what the screen shows, and makes everything else stale. Public data changes only in the console, and data
 * outside of the areas, such as that of a link that works once, is never read again.
 */
export function readAgain(client: QueryClient): Promise<void> {
  const stale = ['session', 'member', 'console']
  if (client.getQueryData(areas.adminSession)) stale.push('public')
  return client.invalidateQueries({
    predicate: ({ queryKey, meta }) => !meta?.isPreview && stale.includes(queryKey[0] as string),
  })
}

function showsOldData(error: Error): boolean {
  return (
    isWaitingForAdmin(error) ||
    isUnanswered(error) ||
    (error instanceof ApiError && (error.status === 404 || error.status === 409))
  )
}

const isUnanswered = (error: unknown) => error instanceof ApiError && error.status === 0

import { type QueryClient, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { type Operation, staleAfter } from './query-keys'

type MutationOptions<Input, Answer> = {
  /** Puts what the server answered into the cache. */
  store?: (client: QueryClient, answer: Answer, input: Input) => void
  /** Shows the result at once; returns how to take it back when the server refuses. */
  optimistic?: (client: QueryClient, input: Input) => () => void
}

/**
 * A call that changes something. When it has succeeded, or was refused because what is shown is not
 * what stands any more (404, 409), everything that it makes stale is invalidated and refetched, and only then is it over.
 * What to tell the user is the caller's affair.
 */
export function useServerMutation<Input = void, Answer = unknown>(
  operation: Operation,
  call: (input: Input) => Promise<Answer>,
  { store, optimistic }: MutationOptions<Input, Answer> = {},
): UseMutationResult<Answer, Error, Input, (() => void) | undefined> {
  const client = useQueryClient()
  const refresh = () => Promise.all(staleAfter[operation].map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({
    mutationKey: [operation],
    mutationFn: (input: Input) => call(input),
    onMutate: (input) => optimistic?.(client, input),
    onSuccess: async (answer, input) => {
      store?.(client, answer, input)
      await refresh()
    },
    onError: async (error, _, undo) => {
      undo?.()
      if (undo || isOutdated(error)) await refresh()
    },
  })
}

function isOutdated(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

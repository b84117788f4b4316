import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Topic } from './generated'
import { send } from './server'

/**
 * Calls back when the server says that something of these topics has changed, and when the connection
 * was lost for a while and anything may have. Only an admin's session receives anything.
 */
export function useLive(topics: readonly Topic[], onChange: () => void): void {
  const latest = useRef(onChange)
  const wanted = topics.join(' ')

  useEffect(() => {
    latest.current = onChange
  })

  useEffect(() => {
    if (!wanted) return
    let ended = false
    let leave = () => {}
    listen(wanted.split(' '), () => latest.current())
      .then((stop) => {
        leave = stop
        if (ended) stop()
      })
      // without the connection the page still has its Refresh button
      .catch(() => {})
    return () => {
      ended = true
      leave()
    }
  }, [wanted])
}

/** What a page shows of a route, and how to read it again. */
export type Reading<Answer> = {
  /** undefined until the first answer has come. */
  data: Answer | undefined
  error: Error | null
  isFetching: boolean
  /** When it was read, in milliseconds; 0 before that. */
  asOf: number
  refresh: () => void
}

/** Reads a route, and again when the server says that something of these topics has changed. */
export function useLiveQuery<Answer>(
  { queryKey, path, enabled }: { queryKey: QueryKey; path: string; enabled?: boolean },
  topics: readonly Topic[],
): Reading<Answer> {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => send<Answer>(path, { signal }),
    enabled,
  })
  const refresh = useCallback(() => {
    refetch()
  }, [refetch])
  useLive(topics, refresh)
  return { data, error, isFetching, asOf: dataUpdatedAt, refresh }
}

/**
 * Takes the connection along when an admin's session is given a new key, as after a change of the password:
 * the server sends nothing to a connection that the old key has opened.
 */
export async function renewConnection(): Promise<void> {
  const { pb } = await import('./sdk')
  const { clientId } = pb.realtime
  if (clientId) await send('/api/realtime', { method: 'POST', body: { clientId, subscriptions } })
}

// The second one tells that the connection is there, or there again.
const subscriptions = ['console', 'PB_CONNECT'] as const

async function listen(topics: string[], onChange: () => void): Promise<() => void> {
  const { pb } = await import('./sdk')
  let connections = 0
  const stops = await Promise.all([
    pb.realtime.subscribe(subscriptions[0], (hint: { topic: string }) => {
      if (topics.includes(hint.topic)) onChange()
    }),
    pb.realtime.subscribe(subscriptions[1], () => {
      connections++
      if (connections > 1) onChange()
    }),
  ])
  return () => {
    for (const stop of stops) stop().catch(() => {})
  }
}

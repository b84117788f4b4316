import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Topic } from './generated'

/**
 * Calls onChange when the server reports a change in one of the topics, and after a lost connection, when changes may
 * have been missed. Only admin sessions receive events.
 */
export function useLive(topics: readonly Topic[], onChange: () => void): void {
  const latest = useRef(onChange)
  const wanted = topics.join(' ')

  useEffect(() => {
    latest.current = onChange
  })

  useEffect(() => {
    if (!wanted) return
    const topics = new Set<string>(wanted.split(' '))
    // Without a topic, any of the data may have changed.
    return listen((topic) => {
      if (!topic || topics.has(topic)) latest.current()
    })
  }, [wanted])
}

/** The data that a page shows of a route, and a function to reload it. */
export type Reading<Answer> = {
  /** Undefined until the first answer has arrived. */
  data: Answer | undefined
  error: Error | null
  isFetching: boolean
  /** When the data was loaded, in milliseconds; 0 before that. */
  asOf: number
  refresh: () => void
}

/** Runs a query, and repeats it when the server reports a change in one of the topics. */
export function useLiveQuery<Answer, Key extends QueryKey>(
  query: Pick<UseQueryOptions<Answer, Error, Answer, Key>, 'queryKey' | 'queryFn' | 'enabled'>,
  topics: readonly Topic[],
): Reading<Answer> {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(query)
  const refresh = useCallback(() => {
    refetch()
  }, [refetch])
  useLive(topics, refresh)
  return { data, error, isFetching, asOf: dataUpdatedAt, refresh }
}

/**
 * Reconnects after an admin's session got a new key, for example after a password change. The server sends nothing to a
 * connection that was opened with the old key.
 */
export async function renewConnection(): Promise<void> {
  const { pb } = await import('./sdk')
  const { clientId } = pb.realtime
  if (clientId) await pb.send('/api/realtime', { method: 'POST', body: { clientId, subscriptions } })
}

// PB_CONNECT reports that the connection was opened or restored.
const subscriptions = ['console', 'PB_CONNECT'] as const

type Listener = (topic?: string) => void

// All listeners share one subscription, because the SDK never calls a listener that is added while it is connecting.
const listeners = new Set<Listener>()
let connection: Promise<() => void> | undefined

function listen(listener: Listener): () => void {
  listeners.add(listener)
  // Without a connection the page still has its Refresh button. The next page tries to connect again.
  if (!connection) {
    const opened: Promise<() => void> = connect().catch(() => {
      if (connection === opened) connection = undefined
      return () => {}
    })
    connection = opened
  }
  return () => {
    listeners.delete(listener)
    // A page that replaces this one listens a moment later and uses the same connection.
    setTimeout(() => {
      if (listeners.size > 0) return
      connection?.then((close) => close())
      connection = undefined
    })
  }
}

async function connect(): Promise<() => void> {
  const { pb } = await import('./sdk')
  const report = (topic?: string) => {
    for (const listener of listeners) listener(topic)
  }
  let connects = 0
  const stops = await Promise.all([
    pb.realtime.subscribe(subscriptions[0], (event: { topic: string }) => report(event.topic)),
    pb.realtime.subscribe(subscriptions[1], () => {
      connects++
      if (connects > 1) report()
    }),
  ])
  return () => {
    for (const stop of stops) stop().catch(() => {})
  }
}

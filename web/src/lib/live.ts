import { useEffect, useRef } from 'react'
import type { Topic } from './generated'
import { send } from './server'

/**
 * Calls back when the server says that something of these topics has changed, and when the line
 * was lost for a while and anything may have. Only an admin's session hears anything.
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
      // without the line the page still has its Refresh button
      .catch(() => {})
    return () => {
      ended = true
      leave()
    }
  }, [wanted])
}

/**
 * Takes the line along when an admin's session is given a new key, as after a change of her password:
 * the server speaks no more to a line that the old key has opened.
 */
export async function renewLine(): Promise<void> {
  const { pb } = await import('./sdk')
  const { clientId } = pb.realtime
  if (clientId) await send('/api/realtime', { method: 'POST', body: { clientId, subscriptions } })
}

// The second one tells that the line is there, or there again.
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

import { useEffect, useRef } from 'react'
import type { Topic } from './generated'

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

async function listen(topics: string[], onChange: () => void): Promise<() => void> {
  const { pb } = await import('./sdk')
  let connections = 0
  const stops = await Promise.all([
    pb.realtime.subscribe('console', (hint: { topic: string }) => {
      if (topics.includes(hint.topic)) onChange()
    }),
    pb.realtime.subscribe('PB_CONNECT', () => {
      connections++
      if (connections > 1) onChange()
    }),
  ])
  return () => {
    for (const stop of stops) stop().catch(() => {})
  }
}

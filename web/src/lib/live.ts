import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readAgain } from './mutation-cache'
import { waitOrOnline } from './wait'

/** How long changes are collected before what the screen shows is read again, in milliseconds. */
const pause = 2_000

/** Reads again what the console shows when anything has changed on the server. Only admin sessions receive events. */
export function useFollowChanges(): void {
  const client = useQueryClient()
  useLive(() => readAgain(client))
}

/**
 * Calls onChange when the server reports a change, and after a lost connection, when changes may have been missed: at
 * once, then at most once in a pause. A tab in the background waits until it is visible.
 */
export function useLive(onChange: () => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })

  useEffect(() => {
    const end = new AbortController()
    let hasChanged = false
    let isPaused = false
    const report = () => {
      if (!hasChanged || isPaused || document.hidden || end.signal.aborted) return
      hasChanged = false
      isPaused = true
      setTimeout(() => {
        isPaused = false
        report()
      }, pause)
      latest.current()
    }
    document.addEventListener('visibilitychange', report, { signal: end.signal })
    listen(() => {
      hasChanged = true
      report()
    }, end.signal)
    return () => end.abort()
  }, [])
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

// The SDK never calls a listener that is added while it is connecting, so each waits for the one before it.
let turn: Promise<unknown> = Promise.resolve()

function inTurn<Answer>(subscribe: () => Promise<Answer>): Promise<Answer> {
  const subscribed = turn.then(subscribe)
  turn = subscribed.catch(() => {})
  return subscribed
}

/** Calls onChange for each change until the signal is aborted. Until a connection is made, it tries again. */
async function listen(onChange: () => void, signal: AbortSignal): Promise<void> {
  const { pb } = await import('./sdk')
  let connects = 0
  const connect = () =>
    Promise.all([
      pb.realtime.subscribe(subscriptions[0], onChange),
      pb.realtime.subscribe(subscriptions[1], () => {
        connects++
        if (connects > 1) onChange()
      }),
    ])
  for (let delay = pause; !signal.aborted; delay = Math.min(2 * delay, 60_000)) {
    try {
      const stops = await inTurn(connect)
      const close = () => {
        for (const stop of stops) stop().catch(() => {})
      }
      if (signal.aborted) close()
      else signal.addEventListener('abort', close)
      return
    } catch {
      // The page still has its Refresh button.
      await waitOrOnline(delay, signal)
    }
  }
}

/** The pauses between retries double from the first to the longest, in milliseconds. */
export const firstPause = 2_000
export const longestPause = 60_000

/** Waits some milliseconds, or until the signal is aborted. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return untilAny(milliseconds, signal, [])
}

/** Waits before a retry: some milliseconds, or until the network is back, or until the signal is aborted. */
export function waitOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return untilAny(milliseconds, signal, ['online'])
}

function untilAny(milliseconds: number, signal: AbortSignal, events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      for (const event of events) window.removeEventListener(event, end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    for (const event of events) window.addEventListener(event, end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

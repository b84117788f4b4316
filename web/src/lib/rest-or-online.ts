/** A pause before another try. It ends early when the network comes back, or when nobody waits any more. */
export function restOrOnline(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      stop.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, milliseconds)
    window.addEventListener('online', over)
    stop.addEventListener('abort', over)
    if (stop.aborted) over()
  })
}

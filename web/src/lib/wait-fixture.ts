import { vi } from 'vitest'
import { firstPause } from './wait'

/** Makes the first pause before a retry endless, so that only the event of a restored network ends it. */
export function onlyOnlineEndsThePause(): void {
  const start = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, after?: number) =>
    after === firstPause ? undefined : start(run, after)) as typeof setTimeout)
}

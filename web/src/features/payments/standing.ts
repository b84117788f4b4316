import type { Mine } from '@/lib/generated'
import { wait } from '@/lib/wait'
import { fetchMine } from './api'

/** Where a payment stands: paid, on its way, or nothing of it has arrived. */
export type Standing = 'paid' | 'under-way' | 'open'

/** Reads where the payment of a transaction stands among the member's own. */
export function standingOf(mine: Mine, transactionId: string | undefined): Standing {
  const status = mine.transactions.find(({ id }) => id === transactionId)?.status
  if (status === 'completed' || status === 'refunded') return 'paid'
  return status === 'authorized' ? 'under-way' : 'open'
}

/** How often, and how long apart, the server is asked before we say that it takes longer. */
export const patience = { times: 15, milliseconds: 2000 }

/** Asks again and again until the payment has arrived. Resolves to false when patience ends first. */
export async function awaitPayment(transactionId: string | undefined, signal: AbortSignal): Promise<boolean> {
  for (let time = 0; time < patience.times && !signal.aborted; time++) {
    await wait(patience.milliseconds, signal)
    if (signal.aborted) return false
    // An answer that does not come is one more reason to ask again.
    const mine = await fetchMine(signal).catch(() => undefined)
    if (mine && standingOf(mine, transactionId) === 'paid') return true
  }
  return false
}

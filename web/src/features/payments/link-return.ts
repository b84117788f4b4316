import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '@/lib/api-error'
import { useHydrated } from '@/lib/hydrated'
import { wait } from '@/lib/wait'
import { verifyLink } from './api'
import { patience } from './standing'

/** How a payment on a page of the provider's stands, as far as we know. */
export type LinkStanding = 'none' | 'asking' | 'paid' | 'under-way' | 'refused'

const names = [
  'razorpay_payment_id',
  'razorpay_payment_link_id',
  'razorpay_payment_link_reference_id',
  'razorpay_payment_link_status',
  'razorpay_signature',
] as const

type LinkReturn = Record<(typeof names)[number], string>

/** What the provider has added to the address on the way back from a payment link; undefined if it was none. */
export function readLinkReturn(search: URLSearchParams): LinkReturn | undefined {
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as LinkReturn
  return names.every((name) => values[name] !== '') ? values : undefined
}

/** Asks the server about the payment that the address tells of, until it has arrived or patience ends. */
export function useLinkReturn(): LinkStanding {
  const [search] = useSearchParams()
  const hydrated = useHydrated()
  const query = hydrated ? search.toString() : ''
  const [standing, setStanding] = useState<LinkStanding>()
  useEffect(() => {
    const values = readLinkReturn(new URLSearchParams(query))
    if (!values) return
    const life = new AbortController()
    askUntilPaid(values, life.signal).then((answer) => {
      if (!life.signal.aborted) setStanding(answer)
    })
    return () => life.abort()
  }, [query])
  return standing ?? (readLinkReturn(new URLSearchParams(query)) ? 'asking' : 'none')
}

async function askUntilPaid(values: LinkReturn, signal: AbortSignal): Promise<LinkStanding> {
  for (let time = 0; time < patience.times && !signal.aborted; time++) {
    if (time > 0) await wait(patience.milliseconds, signal)
    try {
      const { status } = await verifyLink(values)
      if (status === 'completed' || status === 'refunded') return 'paid'
    } catch (error) {
      // Who can't be reached may know of the payment all the same; only a clear no is one.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
        return 'refused'
    }
  }
  return 'under-way'
}

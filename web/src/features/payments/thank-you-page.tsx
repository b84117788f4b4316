import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { ApiError } from '@/lib/api-error'
import { useConfig } from '@/lib/config'
import { verifyLinkForm } from '@/lib/generated'
import { useHydrated } from '@/lib/hydrated'
import { paths } from '@/lib/paths'
import { wait } from '@/lib/wait'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { verifyLink } from './api'
import { patience } from './use-checkout'

const steps = [
  'Your receipt is on its way to your inbox, as a PDF',
  'Personal outreach by the circle’s office within 48 hours',
  'An invitation to the next monthly session, 90 minutes online',
  'Curated reading for directors, by email',
]

/** What the page says of the payment. */
const texts: Readonly<Record<LinkStanding, { chapter: string; title: string; text: string }>> = {
  paid: {
    chapter: 'Payment received',
    title: 'Thank you, and welcome to the circle',
    text: 'Your payment has reached us. The page of your membership shows what it has brought you.',
  },
  asking: {
    chapter: 'One moment',
    title: 'Thank you. We are confirming your payment',
    text: 'This takes a few seconds as a rule. Please don’t pay again.',
  },
  'under-way': {
    chapter: 'Nearly there',
    title: 'Thank you. Your bank is taking its time',
    text: 'Your payment has not been confirmed yet. Please don’t pay again: we go on asking, and write to you as soon as it is done.',
  },
  returned: {
    chapter: 'Given back',
    title: 'This payment has gone back to you',
    text: 'It reached us and was refunded. The page of your membership shows what you hold now.',
  },
  refused: {
    chapter: 'Not confirmed',
    title: 'We could not confirm this payment',
    text: 'The address of this page does not fit a payment of ours. If money has left your account, we find it and write to you: please don’t pay again.',
  },
  none: {
    chapter: 'After a payment',
    title: 'Thank you for being with us',
    text: 'If you have just paid, we write to you as soon as your payment is confirmed, and it then stands on the page of your membership.',
  },
}

/** Where the way through the payment ends. */
export function Component() {
  const config = useConfig()
  // Whoever comes here from our own checkout was told so by the server.
  const from = useLocation().state as { active?: boolean; sentence?: string } | null
  const isActive = from?.active
  const returned = useLinkReturn()
  const standing = isActive ? 'paid' : returned
  const { chapter, title, text } = texts[standing]
  return (
    <div className="page grid gap-x-16 gap-y-12 py-14 lg:grid-cols-[minmax(0,1fr)_20rem] lg:py-24">
      <div className="max-w-text">
        <div aria-live="polite">
          <p className="chapter">{chapter}</p>
          <h1 className="display-1 mt-4">{title}</h1>
          <p className="lede mt-6">
            {isActive && from.sentence ? `Your payment has reached us. ${from.sentence}` : text}
          </p>
        </div>
        {standing === 'paid' && <Steps />}
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.accountBilling}>Your Membership</ButtonLink>
          <ButtonLink tone="outline" to={paths.home}>
            Back to Home
          </ButtonLink>
        </div>
        {config && (
          <p className="mt-8 text-quiet">
            Something not right? Write to{' '}
            <a href={`mailto:${config.contactEmail}`} className="text-link">
              {config.contactEmail}
            </a>{' '}
            within 7 working days, and we will look into it.
          </p>
        )}
      </div>
      <DotRing dots={48} className="hidden w-full self-start text-primary lg:block" />
    </div>
  )
}

function Steps() {
  return (
    <>
      <h2 className="display-3 mt-12">What comes next</h2>
      <ol className="mt-4 border-base-300 border-b">
        {steps.map((step, index) => (
          <li key={step} className="flex items-baseline gap-5 border-base-300 border-t py-4">
            <span className="w-5 shrink-0 font-serif text-accent text-xl tabular-nums">{index + 1}</span>
            {step}
          </li>
        ))}
      </ol>
    </>
  )
}

/** How a payment on a page of the provider's stands, as far as we know. */
export type LinkStanding = 'none' | 'asking' | 'paid' | 'returned' | 'under-way' | 'refused'

const names = verifyLinkForm.map(({ name }) => name)

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
    const unmounted = new AbortController()
    askUntilPaid(values, unmounted.signal).then((answer) => {
      if (!unmounted.signal.aborted) setStanding(answer)
    })
    return () => unmounted.abort()
  }, [query])
  return standing ?? (readLinkReturn(new URLSearchParams(query)) ? 'asking' : 'none')
}

/** Asks until the payment is settled; it is under way when patience ends first. */
export async function askUntilPaid(values: LinkReturn, signal: AbortSignal): Promise<LinkStanding> {
  for (let time = 0; time < patience.times && !signal.aborted; time++) {
    if (time > 0) await wait(patience.milliseconds, signal)
    try {
      const { status } = await verifyLink(values)
      if (status === 'completed') return 'paid'
      if (status === 'refunded') return 'returned'
    } catch (error) {
      // Who can't be reached may know of the payment all the same; only a clear no is one.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
        return 'refused'
    }
  }
  return 'under-way'
}

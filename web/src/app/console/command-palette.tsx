import { useQueries } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { call } from '@/lib/api'
import { areas } from '@/lib/areas'
import { exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { classes } from '@/ui/classes'
import { Dialog } from '@/ui/dialog'
import { findScreens } from './find-screens'
import { consoleRoutes } from './routes'
import { screensOf } from './screens'

type Hit = { key: string; to: string; label: string; about: string }

const person = (id: string) => href(paths.adminPerson, { id })

type SourceRoute =
  | 'GET /api/members/registered-users'
  | 'GET /api/members/leads'
  | 'GET /api/nominations'
  | 'GET /api/transactions'

type Source = { kind: string; route: SourceRoute; find: (search: string, signal: AbortSignal) => Promise<Hit[]> }

const firstRows = { page: 1, perPage: 5 }

// Each source is a list of the console with its own search. Only the first rows are shown: a longer search text narrows
// them.
const sources: readonly Source[] = [
  {
    kind: 'Person',
    route: 'GET /api/members/registered-users',
    find: async (search, signal) =>
      (await call('GET /api/members/registered-users', { query: { search, ...firstRows }, signal })).map(
        ({ id, name, email }) => ({ key: `u${id}`, to: person(id), label: name || email, about: email }),
      ),
  },
  {
    kind: 'Lead',
    route: 'GET /api/members/leads',
    find: async (search, signal) =>
      (await call('GET /api/members/leads', { query: { search, ...firstRows }, signal }))
        // Nominations whose owner has an account are already among the people.
        .filter(({ source }) => source === 'registration')
        .map(({ id, name, email }) => ({ key: `l${id}`, to: person(id), label: name || email, about: email })),
  },
  {
    kind: 'Nomination',
    route: 'GET /api/nominations',
    find: async (search, signal) =>
      (await call('GET /api/nominations', { query: { state: 'all', search, ...firstRows }, signal })).map(
        ({ id, name, companyName }) => ({
          key: `n${id}`,
          to: href(paths.adminNomination, { id }),
          label: name,
          about: companyName,
        }),
      ),
  },
  {
    kind: 'Payment',
    route: 'GET /api/transactions',
    find: async (search, signal) =>
      (await call('GET /api/transactions', { query: { search, ...firstRows }, signal })).map(
        ({ id, razorpayPaymentId, customerName, customerEmail, amount, currency, status }) => ({
          key: `t${id}`,
          to: href(paths.adminTransactions, { search: razorpayPaymentId || customerEmail }),
          label: customerName || customerEmail || razorpayPaymentId,
          about: `${exactPrice(amount, currency)}, ${status}`,
        }),
      ),
  },
]

/** Finds people, payments, nominations, screens and actions, by keyboard alone. Ctrl K opens it. */
export function CommandPalette() {
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Behind an open dialog the palette would be hidden.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <>
      <Button
        tone="quiet"
        aria-label="Find (Ctrl K)"
        aria-keyshortcuts="Control+K Meta+K"
        className="size-11 p-0"
        onClick={() => setOpen(true)}
      >
        <Search className="size-5" strokeWidth={1.5} />
      </Button>
      {open && (
        <Dialog open title="Find" onClose={() => setOpen(false)}>
          <Finder onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function Finder({ onDone }: { onDone: () => void }) {
  const listId = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { hits, isSearching } = useHits(text)
  const input = useRef<HTMLInputElement>(null)
  const chosen = hits[Math.min(at, hits.length - 1)]

  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (chosen) document.getElementById(`${listId}-${chosen.key}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, listId])

  function go(hit: Hit | undefined) {
    if (!hit) return
    onDone()
    navigate(hit.to)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && hits.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, hits.length - 1) + step + hits.length) % hits.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      go(chosen)
    }
  }

  return (
    <>
      <input
        ref={input}
        className="input w-full"
        type="text"
        role="combobox"
        aria-label="A name, an address, a payment or a screen"
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${chosen.key}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="A name, an address, a payment or a screen"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="mt-3 text-quiet text-sm">
        {isSearching ? 'Searching…' : text.trim() && hits.length === 0 ? 'Nothing found' : ''}
      </p>
      <div id={listId} role="listbox" aria-label="Found" className="max-h-[50dvh] overflow-y-auto empty:hidden">
        {hits.map((hit) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={hit.key}
            id={`${listId}-${hit.key}`}
            role="option"
            aria-selected={hit === chosen}
            className={classes(
              'flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 border-l-3 px-3 py-2',
              hit === chosen ? 'border-primary bg-base-200' : 'border-transparent',
            )}
            onClick={() => go(hit)}
          >
            <span className="min-w-0 font-medium">{hit.label}</span>
            <span className="ml-auto text-quiet text-sm min-w-0">{hit.about}</span>
          </div>
        ))}
      </div>
    </>
  )
}

/** Searches the sources that the admin's role includes. */
function useHits(text: string): { hits: Hit[]; isSearching: boolean } {
  const may = useMay()
  const search = useSettled(text.trim())
  const asked = sources.filter(({ route }) => may(route))
  const answers = useQueries({
    queries: asked.map(({ route, find }) => ({
      queryKey: [...areas.console, 'palette', route, search],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(search, signal),
      enabled: search.length > 1,
      gcTime: 0,
    })),
  })
  const pages = findScreens(screensOf(consoleRoutes), text, may).map(({ kind, label, to }) => ({
    key: `${kind} ${label}`.replaceAll(' ', '-'),
    to,
    label,
    about: kind,
  }))
  const found = asked.flatMap(({ kind }, i) =>
    (answers[i]?.data ?? []).map((hit) => ({ ...hit, about: [kind, hit.about].filter(Boolean).join(': ') })),
  )
  return { hits: [...pages, ...found], isSearching: answers.some(({ isFetching }) => isFetching) }
}

/** Returns the text after typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

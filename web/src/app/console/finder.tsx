import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Autocomplete, Input, type Key, ListBox, ListBoxItem, TextField } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { call } from '@/lib/api'
import { areas } from '@/lib/areas'
import { exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { classes } from '@/ui/classes'
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

const label = 'A name, an email address, a payment or a screen'

/**
 * The search field and the list below it. It is not react-aria's ComboBox, whose list opens outside of the dialog, where
 * everything is inert.
 */
export function Finder({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { hits, isSearching } = useHits(text)

  function go(key: Key) {
    const hit = hits.find((hit) => hit.key === key)
    if (!hit) return
    onDone()
    navigate(hit.to)
  }

  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <TextField aria-label={label} autoFocus>
        <Input
          className="input w-full"
          role="combobox"
          aria-expanded={hits.length > 0}
          autoComplete="off"
          spellCheck={false}
          placeholder={label}
        />
      </TextField>
      <p role="status" className="mt-3 text-quiet text-sm">
        {isSearching ? 'Searching…' : text.trim() && hits.length === 0 ? 'Nothing found' : ''}
      </p>
      <ListBox
        aria-label="Results"
        items={hits}
        onAction={go}
        className={classes('max-h-[50dvh] overflow-y-auto', hits.length === 0 && 'hidden')}
      >
        {({ key, label, about }) => (
          <ListBoxItem
            id={key}
            textValue={label}
            className={({ isFocused }) =>
              classes(
                'flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 border-l-3 px-3 py-2',
                isFocused ? 'border-primary bg-base-200' : 'border-transparent',
              )
            }
          >
            <span className="min-w-0 font-medium">{label}</span>
            <span className="ml-auto min-w-0 text-quiet text-sm">{about}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
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

import { useMay } from '@/lib/admin-access'
import { call } from '@/lib/api'
import { areas } from '@/lib/areas'
import { consolePaths } from '@/lib/console-paths'
import { type Hits, type Source, useFind } from '@/lib/find'
import { exactPrice } from '@/lib/formats'
import { href } from '@/lib/href'

const person = (id: string) => href(consolePaths.person, { id })

type SourceRoute =
  | 'GET /api/members/registered-users'
  | 'GET /api/members/leads'
  | 'GET /api/nominations'
  | 'GET /api/transactions'

const firstRows = { page: 1, perPage: 5 }

// Each source is a list of the console with its own search. Only the first rows are shown: a longer search text narrows
// them.
const sources: readonly (Source & { route: SourceRoute })[] = [
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
          to: href(consolePaths.nomination, { id }),
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
          to: href(consolePaths.transactions, { search: razorpayPaymentId || customerEmail }),
          label: customerName || customerEmail || razorpayPaymentId,
          about: `${exactPrice(amount, currency)}, ${status}`,
        }),
      ),
  },
]

/** Searches the lists that the admin's role includes. */
export function useConsoleSearch(text: string): Hits {
  const may = useMay()
  return useFind(
    areas.console,
    sources.filter(({ route }) => may(route)),
    text,
  )
}

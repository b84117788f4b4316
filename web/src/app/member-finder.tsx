import { call } from '@/lib/api'
import { areas } from '@/lib/areas'
import { type Hit, type Hits, type Source, useFind } from '@/lib/find'
import { folded } from '@/lib/folded'
import { date } from '@/lib/formats'
import { href } from '@/lib/href'
import { type CircleModule, useOpenModules } from '@/lib/modules'
import { paths } from '@/lib/paths'
import { Finder } from '@/ui/finder'
import { useSections } from './sections'

/** Finds members, sessions, documents of the library and pages of the circle. */
export function MemberFinder({ onDone }: { onDone: () => void }) {
  return <Finder label="A member, a session, a document or a page" useHits={useHits} onDone={onDone} />
}

const accountPages = [
  { label: 'Your account', keywords: 'account overview', to: paths.account },
  { label: 'Billing', keywords: 'billing receipts invoices payments', to: paths.accountBilling },
  { label: 'Security', keywords: 'security password pin passkey', to: paths.accountSecurity },
  { label: 'Emails', keywords: 'emails preferences', to: paths.accountEmails },
]

const hitsOfEach = 5
const firstRows = { page: 1, perPage: hitsOfEach }

// Each source shows its first hits only. Who looks for another one types more.
const sources: readonly (Source & { module: CircleModule })[] = [
  {
    kind: 'Member',
    module: 'directory',
    find: async (search, signal) =>
      (await call('GET /api/directory', { query: { search }, signal })).people
        .slice(0, hitsOfEach)
        .map(({ id, name, designation, company }) => ({
          key: `p${id}`,
          to: href(paths.circlePerson, { person: id }),
          label: name,
          about: [designation, company].filter(Boolean).join(', '),
        })),
  },
  {
    kind: 'Session',
    module: 'sessions',
    find: async (search, signal) =>
      (await call('GET /api/events', { query: { search, sort: '-startsAt', ...firstRows }, signal })).map(
        ({ id, title, startsAt }) => ({
          key: `s${id}`,
          to: href(paths.circleSession, { id }),
          label: title,
          about: date(startsAt),
        }),
      ),
  },
  {
    kind: 'Library',
    module: 'library',
    find: async (search, signal) =>
      (await call('GET /api/library', { query: { words: search, ...firstRows }, signal })).map(({ id, title }) => ({
        key: `l${id}`,
        to: href(paths.circleLibraryItem, { id }),
        label: title,
        about: '',
      })),
  },
]

/** Finds pages at once, and people, sessions and documents after typing has paused. */
function useHits(text: string): Hits {
  const isOpen = useOpenModules()
  const sections = useSections().flatMap(({ label, parts }) =>
    parts.map((part) => ({ ...part, keywords: `${label} ${part.label}` })),
  )
  const found = useFind(
    areas.member,
    sources.filter(({ module }) => isOpen(module)),
    text,
  )
  const words = folded(text).split(' ').filter(Boolean)
  const matches = (name: string) => words.every((word) => folded(name).includes(word))
  const pages: Hit[] = [...sections, ...accountPages]
    .filter(({ keywords }) => matches(keywords))
    .map(({ label, to }) => ({ key: to, to, label, about: 'Page' }))
  // Hits whose label matches come first. The server may have matched the others in a field that is not shown.
  const hits = [
    ...found.hits.filter(({ label }) => matches(label)),
    ...found.hits.filter(({ label }) => !matches(label)),
  ]
  return { ...found, hits: [...pages, ...hits] }
}

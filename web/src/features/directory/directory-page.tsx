import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { count, counted } from '@/lib/formats'
import { href } from '@/lib/href'
import { directoryLabels, helpPhrase } from '@/lib/option-labels'
import { ownProfileQuery } from '@/lib/own-profile'
import { pageNumber } from '@/lib/page-number'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { CircleError } from '@/ui/circle-error'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { Portrait } from '@/ui/portrait'
import { Spinner } from '@/ui/spinner'
import { type Card, directoryQuery, type Filters } from './api'

const filterNames = ['search', 'city', 'sector', 'canHelpWith', 'language', 'sort'] as const

type DirectoryPageProps = {
  /** Returns the button that asks a person for an introduction. */
  askButton: (person: Card) => ReactNode
}

/** The directory of the members who have published a profile. The filters are stored in the address. */
export function DirectoryPage({ askButton }: DirectoryPageProps) {
  const [params, setParams] = useSearchParams()
  const filters: Filters = {}
  for (const name of filterNames) {
    const value = params.get(name)
    if (value) filters[name] = value
  }
  const page = pageNumber(params)
  const { data, error, refetch, isFetching } = useQuery(directoryQuery(filters, page))
  const isNarrowed = filterNames.some((name) => name !== 'sort' && filters[name])

  function change(changes: Record<string, string>) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
        return next
      },
      { preventScrollReset: !('page' in changes) },
    )
  }

  return (
    <>
      <OwnState />
      <FilterForm key={params.toString()} filters={filters} facets={data?.facets} onChange={change} />
      {data ? (
        <section aria-label="Members" aria-busy={isFetching || undefined}>
          <p role="status" className="mt-6 text-quiet text-sm">
            {isNarrowed
              ? data.people.length === 0
                ? 'No members found'
                : 'Members who match your search'
              : data.total > 0 && `${counted(data.total, 'member')} in the directory`}
          </p>
          {data.people.length > 0 ? (
            <ul className="mt-4 grid gap-x-10 border-base-300 border-t sm:grid-cols-2">
              {data.people.map((card) => (
                <CardRow key={card.id} card={card} askButton={askButton} />
              ))}
            </ul>
          ) : isNarrowed ? (
            <EmptyState
              title="No one matches this search"
              action={
                <Button tone="outline" onClick={() => setParams({})}>
                  Clear search and filters
                </Button>
              }
            >
              <p>Use fewer words, or remove a filter.</p>
            </EmptyState>
          ) : (
            <EmptyState title={page > 1 ? 'This page is empty' : 'No one is listed yet'}>
              <p>
                {page > 1
                  ? 'The directory is shorter than before.'
                  : 'Members appear here once they have published their profile. You can be the first.'}
              </p>
            </EmptyState>
          )}
          {(page > 1 || data.hasNext) && (
            <nav aria-label="Pages of the directory" className="mt-8 flex items-center gap-3">
              <Button tone="outline" disabled={page <= 1} onClick={() => change({ page: String(page - 1) })}>
                Previous
              </Button>
              <span className="text-sm tabular-nums">Page {count(page)}</span>
              <Button tone="outline" disabled={!data.hasNext} onClick={() => change({ page: String(page + 1) })}>
                Next
              </Button>
            </nav>
          )}
        </section>
      ) : error ? (
        <div className="mt-8">
          <CircleError title="The directory could not be read" error={error} busy={isFetching} onRetry={refetch} />
        </div>
      ) : (
        <Spinner label="Loading the directory…" />
      )}
    </>
  )
}

/** Tells members who are not listed how they can be. */
function OwnState() {
  const { data: own } = useQuery(ownProfileQuery)
  if (!own || own.state === 'published') return null
  return (
    <div className="mb-8">
      <Notice title={own.state === 'suspended' ? 'Your profile is suspended' : 'You are not listed'}>
        <p>
          {own.state === 'suspended'
            ? 'The office has taken your profile off the directory after a report.'
            : 'Other members cannot find you until you publish your profile.'}
        </p>
        <p className="mt-3">
          <ButtonLink tone="outline" to={href(paths.circleProfile)}>
            {own.isSaved ? 'Your directory profile' : 'Fill in your profile'}
          </ButtonLink>
        </p>
      </Notice>
    </div>
  )
}

type FilterFormProps = {
  filters: Filters
  facets: Record<'city' | 'sector' | 'language' | 'canHelpWith', Record<string, number>> | undefined
  onChange: (changes: Record<string, string>) => void
}

function FilterForm({ filters, facets, onChange }: FilterFormProps) {
  const id = useId()
  const cities = Object.keys(facets?.city ?? {}).sort((a, b) => a.localeCompare(b))
  if (filters.city && !cities.includes(filters.city)) cities.unshift(filters.city)
  const hasFilter = filterNames.some((name) => name !== 'sort' && filters[name])
  const choose = (name: keyof Filters) => (event: { currentTarget: HTMLSelectElement }) =>
    onChange({ [name]: event.currentTarget.value })

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onChange({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() })
  }

  return (
    <search>
      <form onSubmit={search} className="flex items-end gap-3">
        <label className="min-w-0 flex-1" htmlFor={`${id}-search`}>
          <span className="font-medium">Search</span>
          <input
            id={`${id}-search`}
            type="search"
            name="search"
            className="input mt-1.5 w-full"
            placeholder="Name, company, role or topic"
            autoComplete="off"
            maxLength={200}
            defaultValue={filters.search}
          />
        </label>
        <Button type="submit">Search</Button>
      </form>
      <div className="mt-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-5">
        <Filter label="Sector" value={filters.sector} onChange={choose('sector')}>
          <Options labels={directoryLabels.sectors} counts={facets?.sector} />
        </Filter>
        <Filter label="Can help with" value={filters.canHelpWith} onChange={choose('canHelpWith')}>
          <Options labels={directoryLabels.canHelpWith} counts={facets?.canHelpWith} />
        </Filter>
        {cities.length > 0 && (
          <Filter label="City" value={filters.city} onChange={choose('city')}>
            {cities.map((city) => (
              <option key={city} value={city}>
                {withCount(city, facets?.city[city])}
              </option>
            ))}
          </Filter>
        )}
        <Filter label="Language" value={filters.language} onChange={choose('language')}>
          <Options labels={directoryLabels.languages} counts={facets?.language} />
        </Filter>
        <Filter label="Order" none="By name" value={filters.sort} onChange={choose('sort')}>
          <option value="newest">Newest profiles first</option>
        </Filter>
      </div>
      {hasFilter && (
        <Button
          tone="quiet"
          className="-ml-4 mt-2"
          onClick={() => onChange(Object.fromEntries(filterNames.map((name) => [name, ''])))}
        >
          Clear search and filters
        </Button>
      )}
    </search>
  )
}

type FilterProps = {
  label: string
  /** The label of the empty choice. */
  none?: string
  value: string | undefined
  onChange: (event: { currentTarget: HTMLSelectElement }) => void
  children: React.ReactNode
}

function Filter({ label, none = 'All', value = '', onChange, children }: FilterProps) {
  return (
    <label>
      <span className="font-medium text-sm">{label}</span>
      <select className="select mt-1 w-full" value={value} onChange={onChange}>
        <option value="">{none}</option>
        {children}
      </select>
    </label>
  )
}

function Options({ labels, counts }: { labels: Readonly<Record<string, string>>; counts?: Record<string, number> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {withCount(label, counts?.[value])}
    </option>
  ))
}

// The server leaves out small numbers.
const withCount = (label: string, number: number | undefined) => (number ? `${label} (${count(number)})` : label)

function CardRow({ card, askButton }: { card: Card } & DirectoryPageProps) {
  return (
    <li className="relative flex gap-4 border-base-300 border-b py-5">
      <Portrait src={card.portrait} name={card.name} className="size-16 text-xl" />
      <div className="min-w-0">
        <h2 className="font-sans font-semibold text-lg leading-snug">
          <Link to={href(paths.circlePerson, { person: card.id })} className="after:absolute text-link after:inset-0">
            {card.name}
          </Link>
          {card.isYou && <span className="font-normal text-quiet text-sm"> (you)</span>}
        </h2>
        <p>{[card.designation, card.company].filter(Boolean).join(', ')}</p>
        <p className="mt-1 text-quiet text-sm">
          {[card.city, ...card.sectors.map((sector) => directoryLabels.sectors[sector])].filter(Boolean).join(' · ')}
        </p>
        {card.canHelpWith.length > 0 && <p className="mt-1 text-quiet text-sm">{helpPhrase(card.canHelpWith)}</p>}
        {!card.isYou && askButton(card)}
      </div>
    </li>
  )
}

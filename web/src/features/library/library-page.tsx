import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { pageNumber } from '@/lib/page-number'
import { Button } from '@/ui/button'
import { CircleError } from '@/ui/circle-error'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Pager } from '@/ui/pager'
import { Spinner } from '@/ui/spinner'
import { type LibrarySearch, libraryQuery, perPage } from './api'
import { CollectionsSection } from './collections-section'
import { ItemRow } from './item-row'
import { kinds } from './labels'

/** The published items of the library, with a search. The search is stored in the address. */
export function LibraryPage() {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(name) ?? ''
  const search = { words: read('words'), kind: read('kind'), tag: read('tag'), bookmarked: read('bookmarked') }
  const page = pageNumber(params)
  const { data, error, isFetching, refetch } = useQuery(libraryQuery(search, page))
  const isNarrowed = Object.values(search).some(Boolean)

  function move(changes: Partial<LibrarySearch> & { page?: string }) {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value)
    setParams(Object.fromEntries(next), { preventScrollReset: true })
  }

  if (error && !data)
    return <CircleError title="The library could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  return (
    <>
      <SearchForm search={search} onSearch={move} />
      {search.tag && (
        <p className="mt-4 flex flex-wrap items-center gap-3">
          With the tag “{search.tag}”
          <Button tone="outline" onClick={() => move({ tag: '' })}>
            All tags
          </Button>
        </p>
      )}
      {!isNarrowed && page === 1 && <CollectionsSection />}
      {!data && <Spinner label="Loading the library…" />}
      {data?.total === 0 && (
        <EmptyState
          title={isNarrowed ? 'Nothing matches your search' : 'The library is empty'}
          action={
            isNarrowed && (
              <Button tone="outline" onClick={() => setParams({})}>
                Show all
              </Button>
            )
          }
        >
          <p>
            {isNarrowed
              ? 'All words must be in the title, the text or the PDF file.'
              : 'Research notes, regulatory updates and recordings of our sessions will be here.'}
          </p>
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <ul className="mt-6 border-base-300 border-t" aria-busy={isFetching}>
            {data.rows.map((item) => (
              <ItemRow key={item.id} item={item} />
            ))}
          </ul>
          <Pager page={page} perPage={perPage} total={data.total} onPage={(to) => move({ page: String(to) })} />
        </>
      )}
    </>
  )
}

type SearchFormProps = { search: LibrarySearch; onSearch: (changes: Partial<LibrarySearch>) => void }

function SearchForm({ search, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(search.words)
  useEffect(() => setTyped(search.words), [search.words])
  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch({ words: typed.trim() })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not yet show the search element to screen readers
    <form role="search" onSubmit={submit} className="flex flex-wrap items-end gap-4">
      <div className="flex min-w-0 flex-[1_1_18rem] items-end gap-4">
        <Field label="Search the library" hasDefault className="min-w-0 flex-1">
          {(control) => (
            <input
              type="search"
              className="input w-full"
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <Button type="submit" tone="outline">
          Search
        </Button>
      </div>
      <Field label="Kind" hasDefault>
        {(control) => (
          <select
            className="select"
            value={search.kind}
            onChange={(event) => onSearch({ kind: event.target.value })}
            {...control}
          >
            <option value="">All kinds</option>
            {Object.entries(kinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={search.bookmarked === 'true'}
          onChange={(event) => onSearch({ bookmarked: event.target.checked ? 'true' : '' })}
        />
        My bookmarks
      </label>
    </form>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { counted } from '@/lib/formats'
import { href } from '@/lib/href'
import { nominationLabels } from '@/lib/option-labels'
import { pageNumber } from '@/lib/page-number'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Day } from '@/ui/moment'
import { Pager } from '@/ui/pager'
import { Spinner } from '@/ui/spinner'
import { type BoardSeat, ownSeatsQuery, perPage, seatsQuery } from './api'
import { interestStates, states } from './labels'
import { SeatLine } from './seat-facts'
import { TermsSection } from './terms-section'

/** The open board seats, those of the member, and the member's own terms. */
export function BoardSeatsPage() {
  return (
    <div className="flex flex-col gap-16">
      <OpenSeats />
      <OwnSeats />
      <TermsSection />
    </div>
  )
}

const filterNames = ['search', 'sector', 'city', 'eligibility'] as const

function OpenSeats() {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const page = pageNumber(params)
  const [search, sector, city, eligibility] = filterNames.map((name) => params.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ]
  const filters = { search, sector, city, eligibility }
  const { data, error, isFetching, refetch } = useQuery(seatsQuery(filters, page))
  const isNarrowed = Object.values(filters).some(Boolean)

  function narrow(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = new URLSearchParams()
    for (const name of filterNames) {
      const value = String(form.get(name) ?? '').trim()
      if (value !== '') given.set(name, value)
    }
    setParams(given, { preventScrollReset: true })
  }

  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id={id} className="display-3">
            Open board seats
          </h2>
          <p className="mt-2 max-w-text text-quiet">
            Members and the office post board seats here. Before you send your interest, the board seat says who sees
            your name and your note.
          </p>
        </div>
        <ButtonLink to={paths.circleNewSeat}>Post a board seat</ButtonLink>
      </div>
      <form
        // The inputs keep what was typed, so a change of the address renders them again.
        key={params.toString()}
        onSubmit={narrow}
        aria-label="Filter the board seats"
        className="mt-6 grid grid-cols-2 items-end gap-4 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
      >
        <Field label="Search" hasDefault>
          {(control) => <input type="search" name="search" className="input" defaultValue={search} {...control} />}
        </Field>
        <Field label="Sector" hasDefault>
          {(control) => (
            <select name="sector" className="select" defaultValue={sector} {...control}>
              <option value="">All sectors</option>
              {Object.entries(nominationLabels.industry).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="City" hasDefault>
          {(control) => <input name="city" className="input" defaultValue={city} {...control} />}
        </Field>
        <Field label="Eligibility" hasDefault>
          {(control) => (
            <select name="eligibility" className="select" defaultValue={eligibility} {...control}>
              <option value="">All</option>
              <option value="listed">Listed companies</option>
              <option value="independent">Independent directors</option>
            </select>
          )}
        </Field>
        <Button type="submit" tone="outline">
          Filter
        </Button>
      </form>
      <div className="mt-6">
        {error && !data ? (
          <LoadError title="The board seats could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
        ) : !data ? (
          <Spinner label="Loading the board seats…" />
        ) : data.total === 0 ? (
          <EmptyState
            title={isNarrowed ? 'No board seat matches' : 'No board seat is open'}
            action={
              isNarrowed && (
                <Button tone="outline" onClick={() => setParams({}, { preventScrollReset: true })}>
                  Show all
                </Button>
              )
            }
          >
            {!isNarrowed && (
              <p>Does your board look for a director? Post the seat, and members of the circle see it.</p>
            )}
          </EmptyState>
        ) : (
          <>
            <ul className="border-base-300 border-t">
              {data.rows.map((seat) => (
                <SeatRow key={seat.id} seat={seat}>
                  {seat.isOwn && <Badge>Yours</Badge>}
                  {seat.isListed && <Badge tone="outline">Listed</Badge>}
                  {seat.isIndependent && <Badge tone="outline">Independent</Badge>}
                </SeatRow>
              ))}
            </ul>
            <Pager
              label="Pages of board seats"
              page={page}
              perPage={perPage}
              total={data.total}
              onPage={(to) => {
                const next = new URLSearchParams(params)
                if (to === 1) next.delete('page')
                else next.set('page', String(to))
                setParams(next)
              }}
            />
          </>
        )}
      </div>
    </section>
  )
}

function SeatRow({ seat, children }: { seat: BoardSeat; children?: React.ReactNode }) {
  return (
    <li className="border-base-300 border-b py-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-sans font-semibold text-lg">
          <Link to={href(paths.circleSeat, { id: seat.id })} className="text-link">
            {seat.title}
          </Link>
        </h3>
        {children}
      </div>
      <p className="mt-1 text-quiet">
        <SeatLine seat={seat} />
        {seat.state === 'open' && (
          <>
            {' '}
            · until <Day at={seat.closesAt} />
          </>
        )}
      </p>
    </li>
  )
}

function OwnSeats() {
  const id = useId()
  const { data, error, isFetching, refetch } = useQuery(ownSeatsQuery)
  if (error && !data)
    return <LoadError title="Your board seats could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  // A section without rows would only repeat that there is nothing.
  if (!data || data.posted.length + data.interested.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display-3">
        Your board seats
      </h2>
      <ul className="mt-4 border-base-300 border-t">
        {data.posted.map(({ interests, ...seat }) => (
          <SeatRow key={seat.id} seat={seat}>
            <Badge tone={states[seat.state].tone}>{states[seat.state].label}</Badge>
            <span className="text-quiet text-sm">you posted it · {counted(interests, 'interested member')}</span>
          </SeatRow>
        ))}
        {data.interested.map(({ interest, ...seat }) => (
          <SeatRow key={seat.id} seat={seat}>
            <Badge tone={interestStates[interest.state].tone}>{interestStates[interest.state].label}</Badge>
            {seat.state !== 'open' && <Badge tone={states[seat.state].tone}>{states[seat.state].label}</Badge>}
          </SeatRow>
        ))}
      </ul>
    </section>
  )
}

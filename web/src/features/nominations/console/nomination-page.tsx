import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { ApiError } from '@/lib/api-error'
import { consolePaths } from '@/lib/console-paths'
import { href } from '@/lib/href'
import { readListParams } from '@/lib/list'
import { ButtonLink } from '@/ui/button'
import { EmptyState, LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { PageHead } from '@/ui/page-head'
import { PersonPageLink } from '@/ui/person-link'
import { type Shortcut, Shortcuts } from '@/ui/shortcuts'
import { Spinner } from '@/ui/spinner'
import { Answers } from './answers'
import { findNextOpen, type ReviewStepName, useNomination, usePrevNext } from './api'
import { BoardSeats } from './board-seats'
import { Conflicts } from './conflicts'
import { DecisionBar, pressStep, stepKeys } from './decision-bar'
import { History } from './history'
import { InvitationPanel } from './invitation-panel'
import { Notes } from './notes'
import { Referees } from './referees'
import { VotesPanel } from './votes-panel'

/** The review of one nomination: the applicant's answers, the state of the review and the available steps. */
export function NominationPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const { query: place } = readListParams(params, ['state'])
  // The key discards unsaved text when another nomination is opened.
  return <Review key={id} id={id} place={place} />
}

/** The nomination that was decided before this one, and the result. */
type Before = { id: string; name: string; done: string }

function Review({ id, place }: { id: string; place: Record<string, string> }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const before = (useLocation().state as { before?: Before } | null)?.before
  const { data: nomination, error, asOf, refresh, isFetching } = useNomination(id)

  async function openNext(done: string): Promise<boolean> {
    // If this fails, the page goes to the queue: the decision itself has been made.
    const next = await findNextOpen(client, id, place).catch(() => '')
    if (!next) return false
    const state = { before: { id, name: nomination?.name ?? '', done } satisfies Before }
    await navigate(href(consolePaths.nomination, { ...place, id: next }), { state })
    return true
  }

  if (!nomination && error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        level={1}
        title="This nomination does not exist"
        action={<ButtonLink to={consolePaths.nominations}>Back to the queue</ButtonLink>}
      />
    )
  if (!nomination)
    return (
      <>
        <QueueLinks id={id} place={place} />
        <PageHead title="Nomination" />
        {error ? (
          <LoadError title="The nomination could not be loaded" error={error} busy={isFetching} onRetry={refresh} />
        ) : (
          <Spinner label="Loading the nomination…" />
        )}
      </>
    )
  return (
    <>
      <QueueLinks id={id} place={place} />
      <PageHead
        title={nomination.name}
        lede={`${nomination.currentDesignation}, ${nomination.companyName}`}
        named={nomination.name}
      />
      <p className="-mt-4 mb-4 empty:hidden">
        <PersonPageLink id={nomination.id}>Profile</PersonPageLink>
      </p>
      {before && (
        <div className="mb-6">
          <Notice tone="success" title={`${before.name}: ${before.done}`}>
            This is the next open nomination.{' '}
            <Link to={href(consolePaths.nomination, { ...place, id: before.id })} className="text-link">
              Back to {before.name}
            </Link>
          </Notice>
        </div>
      )}
      <DecisionBar nomination={nomination} asOf={asOf} onDecided={openNext} />
      <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-10">
          <Answers nomination={nomination} />
          <BoardSeats nomination={nomination} />
          <Conflicts nomination={nomination} />
          <Referees nomination={nomination} />
        </div>
        <div className="flex flex-col gap-10">
          {nomination.status === 'approved' && <InvitationPanel nomination={nomination} />}
          <VotesPanel nomination={nomination} />
          <Notes nomination={nomination} />
          <History nomination={nomination} />
        </div>
      </div>
    </>
  )
}

// The labels of the shortcuts for steps. Each shortcut does what the step's button does.
const steps: readonly (readonly [ReviewStepName, string])[] = [
  ['take', 'Start review'],
  ['approve', 'Approve (opens a form)'],
  ['decline', 'Decline (opens a form)'],
  ['ask', 'Ask the applicant (opens a form)'],
  ['answer', 'Mark the answer as received'],
  ['resume', 'Resume review'],
]

/** Links to the queue and to the previous and next nomination. */
function QueueLinks({ id, place }: { id: string; place: Record<string, string> }) {
  const around = usePrevNext(id, place)
  const navigate = useNavigate()

  function go(other: string | undefined) {
    if (!other) return false
    navigate(href(consolePaths.nomination, { ...place, id: other }))
    return true
  }

  const shortcuts: Shortcut[] = [
    { keys: ['j', 'ArrowRight'], label: 'Next nomination', run: () => go(around?.next) },
    { keys: ['k', 'ArrowLeft'], label: 'Previous nomination', run: () => go(around?.previous) },
    ...steps.map(([step, label]) => ({
      keys: [stepKeys[step]],
      label,
      run: () => pressStep(step),
    })),
    {
      keys: ['u'],
      label: 'Back to the queue',
      run: () => navigate(href(consolePaths.nominations, place)),
    },
  ]

  return (
    <nav aria-label="Queue" className="mb-4 flex flex-wrap items-center gap-x-6">
      <Link to={href(consolePaths.nominations, place)} className="mr-auto flex min-h-11 items-center text-link">
        Back to the queue
      </Link>
      {(['previous', 'next'] as const).map((side) => {
        const other = around?.[side]
        const label = side === 'previous' ? 'Previous' : 'Next'
        return other ? (
          <Link
            key={side}
            to={href(consolePaths.nomination, { ...place, id: other })}
            rel={side === 'previous' ? 'prev' : 'next'}
            className="flex min-h-11 items-center text-link"
          >
            {label}
          </Link>
        ) : (
          <span key={side} className="flex min-h-11 items-center text-quiet" aria-hidden="true">
            {label}
          </span>
        )
      })}
      <Shortcuts title="Keyboard shortcuts" shortcuts={shortcuts} />
    </nav>
  )
}

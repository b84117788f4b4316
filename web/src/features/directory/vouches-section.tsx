import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/empty-state'
import { useReport } from '@/ui/use-report'
import { useChangeVouch, type Vouch, vouchesQuery } from './api'

/**
 * The vouches about the member and by the member. It is hidden while the list is empty. isSeen says whether members see
 * the member's profile now.
 */
export function VouchesSection({ isSeen }: { isSeen: boolean }) {
  const { data, error, refetch, isFetching } = useQuery(vouchesQuery)
  if (error)
    return (
      <div className="mt-12">
        <LoadError title="Your vouches could not be read" error={error} busy={isFetching} onRetry={refetch} />
      </div>
    )
  if (!data || data.received.length + data.given.length === 0) return null
  return (
    <section aria-labelledby="vouches" className="mt-12 border-base-300 border-t pt-10">
      <h2 id="vouches" className="display-3">
        Vouches
      </h2>
      <p className="mt-2 max-w-text text-quiet">
        {isSeen
          ? 'Members see a line about you on your profile once you approve it.'
          : 'Members do not see your profile now. If they do later, they see the lines that you approve.'}{' '}
        Its author and you can take a line back at any time.
      </p>
      {data.received.length > 0 && (
        <List title="About you">
          {data.received.map((vouch) => (
            <Row key={vouch.id} vouch={vouch} by="From">
              {vouch.state === 'waiting' ? (
                <>
                  <ChangeVouch
                    vouch={vouch}
                    change="approve"
                    label="Approve"
                    done={isSeen ? 'Members see it on your profile' : 'The line is approved'}
                  />
                  <ChangeVouch vouch={vouch} change="decline" label="Decline" done="The line is declined" />
                </>
              ) : (
                <ChangeVouch vouch={vouch} change="end" label="Remove" done="The line is removed" />
              )}
            </Row>
          ))}
        </List>
      )}
      {data.given.length > 0 && (
        <List title="By you">
          {data.given.map((vouch) => (
            <Row key={vouch.id} vouch={vouch} by="For">
              <ChangeVouch vouch={vouch} change="end" label="Withdraw" done="Your line is withdrawn" />
            </Row>
          ))}
        </List>
      )}
    </section>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-6 font-sans font-semibold text-lg">{title}</h3>
      <ul className="mt-2 max-w-text">{children}</ul>
    </>
  )
}

function Row({ vouch, by, children }: { vouch: Vouch; by: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-base-300 border-b py-3">
      <div className="min-w-0 flex-[1_1_16rem] break-words">
        <p>{vouch.text}</p>
        <p className="text-quiet text-sm">
          {by}{' '}
          <Link className="text-link" to={href(paths.circlePerson, { person: vouch.person.id })}>
            {vouch.person.name}
          </Link>
          {vouch.state === 'waiting' ? ', waits for approval' : ', on the profile'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}

type ChangeProps = { vouch: Vouch; change: 'approve' | 'decline' | 'end'; label: string; done: string }

/** A change of a vouch as a button. */
export function ChangeVouch({ vouch, change, label, done }: ChangeProps) {
  const report = useReport()
  const { mutateAsync, isPending } = useChangeVouch()
  return (
    <Button
      tone={change === 'approve' ? 'primary' : 'outline'}
      busy={isPending}
      onClick={() =>
        report(mutateAsync({ id: vouch.id, change }), {
          done: () => ({ title: done }),
          failed: 'The line was not changed',
        })
      }
    >
      {label}
      <span className="sr-only">: {vouch.text}</span>
    </Button>
  )
}

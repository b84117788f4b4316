import { Link } from 'react-router'
import { consolePaths } from '@/lib/console-paths'
import { date } from '@/lib/formats'
import { href } from '@/lib/href'
import { mailTo, phoneText, telTo } from '@/lib/links'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-address'
import { LegalLink } from '@/ui/legal-link'
import { Notice } from '@/ui/notice'
import { Portrait } from '@/ui/portrait'
import { useReport } from '@/ui/use-report'
import type { Person, PersonMerge } from './api'
import { useUndoMerge } from './api'
import { PersonTags } from './person-tags'

const none = <span className="text-quiet">N/A</span>

/** The terms that a person accepted with the account and with the nomination, each as they were on that day. */
function AcceptedTerms({ account, nomination }: { account: string; nomination: string }) {
  const times = [account, nomination].filter(Boolean)
  if (times.length === 0) return null
  return (
    <>
      <dt>Terms</dt>
      <dd>
        {times.map((time) => (
          <span key={time} className="block">
            Accepted on {date(time)}: <LegalLink to={href(paths.terms, { on: time })}>terms</LegalLink>,{' '}
            <LegalLink to={href(paths.privacy, { on: time })}>privacy policy</LegalLink>
          </span>
        ))}
      </dd>
    </>
  )
}

/** The person's data. */
export function PersonFacts({ person }: { person: Person }) {
  const { email, phone, location, requestType, createdAt, nomination, mergedInto } = person
  return (
    <section aria-labelledby="person-account" className="mb-10">
      <h2 id="person-account" className="display-3 mb-3">
        {person.hasAccount ? 'Account' : 'No account'}
      </h2>
      {mergedInto && (
        <Notice title="Merged into another account">
          <p>
            Their records are now in{' '}
            <Link to={href(consolePaths.person, { id: mergedInto })} className="text-link">
              the remaining account
            </Link>
            . You can undo the merge there for 30 days.
          </p>
        </Notice>
      )}
      {person.hasPortrait && (
        <div className="mb-5">
          <Portrait
            src={`/api/people/${encodeURIComponent(person.id)}/portrait`}
            name={person.name}
            className="size-28"
          />
        </div>
      )}
      <dl className="grid max-w-3xl grid-cols-[auto_minmax(0,1fr)] border-base-300 border-t [&>*]:border-base-300 [&>*]:border-b [&>*]:py-2.5 [&>dt]:pr-6 [&>dt]:text-quiet sm:[&>dt]:pr-12">
        <dt>Email</dt>
        <dd className="flex flex-wrap items-center gap-2">
          {email ? (
            <a href={mailTo(email)} className="text-link min-w-0">
              <EmailText address={email} />
            </a>
          ) : (
            none
          )}
          {person.hasAccount && (
            <Badge tone={person.verified ? 'success' : 'outline'}>
              {person.verified ? 'Confirmed' : 'Not confirmed'}
            </Badge>
          )}
        </dd>
        <dt>Phone</dt>
        <dd>
          {phone ? (
            <a href={telTo(phone)} className="text-link">
              {phoneText(phone)}
            </a>
          ) : (
            none
          )}
        </dd>
        <dt>Location</dt>
        <dd>{location || none}</dd>
        {person.hasAccount && (
          <>
            <dt>Request type</dt>
            <dd className="capitalize">{requestType || none}</dd>
            <dt>Status</dt>
            <dd className="flex flex-wrap items-center gap-2">
              {person.source === 'legacy' && <Badge tone="outline">Legacy</Badge>}
              {person.isAdmin && <Badge tone="brand">Administrator</Badge>}
              {person.isActive ? <Badge tone="success">Active</Badge> : <Badge tone="danger">Deactivated</Badge>}
              <span className="text-quiet text-sm">{claim(person)}</span>
            </dd>
          </>
        )}
        {createdAt && (
          <>
            <dt>Since</dt>
            <dd>{date(createdAt)}</dd>
          </>
        )}
        <AcceptedTerms
          account={person.hasAccount && person.source !== 'legacy' ? createdAt : ''}
          nomination={nomination?.createdAt ?? ''}
        />
        <dt>Nomination</dt>
        <dd>
          {nomination ? (
            <Link to={href(consolePaths.nomination, { id: nomination.id })} className="text-link">
              {nomination.companyName || 'Their nomination'}, sent on {date(nomination.createdAt)}
            </Link>
          ) : (
            <span className="text-quiet">None with this address</span>
          )}
        </dd>
        <dt>Tags</dt>
        <dd>
          <PersonTags person={person} />
        </dd>
      </dl>
      {person.merges.length > 0 && (
        <ul className="mt-4 max-w-3xl">
          {person.merges.map((merge) => (
            <Merge key={merge.id} id={person.id} merge={merge} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Merge({ id, merge }: { id: string; merge: PersonMerge }) {
  const report = useReport()
  const { mutateAsync, isPending } = useUndoMerge(id)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-base-300 border-b py-2">
      <span className="mr-auto min-w-0">
        {merge.email} was merged into this account on {date(merge.at)} by {merge.by || 'staff'}
        {merge.undoneAt && `, undone on ${date(merge.undoneAt)}`}
        {merge.canUndo && <span className="text-quiet"> (can be undone until {date(merge.undoUntil)})</span>}
      </span>
      {merge.canUndo && (
        <Button
          tone="outline"
          busy={isPending}
          onClick={() =>
            report(mutateAsync(merge.id), {
              done: () => ({
                title: 'The merge was undone',
                description: `${merge.email} is a separate account again`,
              }),
              failed: 'The merge was not undone',
            })
          }
        >
          Undo<span className="sr-only"> the merge of {merge.email}</span>
        </Button>
      )}
    </li>
  )
}

function claim({ awaitsPassword, invitedAt }: Person): string {
  if (!awaitsPassword) return ''
  return invitedAt ? `No password yet, invited on ${date(invitedAt)}` : 'No password yet, not invited'
}

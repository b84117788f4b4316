import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { date } from '@/lib/formats'
import type { EmailPreference } from '@/lib/generated'
import { paths } from '@/lib/paths'
import { LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { useReport } from '@/ui/use-report'
import { AccountSection } from '../account-section'
import { emailPreferencesQuery, useChooseEmails } from './api'

/** The emails that cannot be turned off, and why. */
const always = [
  {
    name: 'Receipts, invoices and refunds',
    why: 'The law wants you to have them, and you may need them for your books.',
  },
  {
    name: 'Your renewal and your card',
    why: 'Before each charge your bank asks us to tell you, and a failed one needs you.',
  },
  {
    name: 'Your security',
    why: 'A changed password, a new passkey, a link to sign in: so that nobody does this behind your back.',
  },
  { name: 'Your nomination', why: 'You have asked us to review it: questions and the decision go to you alone.' },
  { name: 'Answers from our office', why: 'What a person writes to you, and you to us.' },
] as const

/** The email topics of a member: the same choices as behind the links in our emails. */
export function Component() {
  const { data, error, refetch, isFetching } = useQuery(emailPreferencesQuery)
  const { mutateAsync, isPending, variables } = useChooseEmails()
  const report = useReport()
  if (error && !data)
    return <LoadError title="Your choices could not be read" error={error} busy={isFetching} onRetry={refetch} />
  if (!data) return <Spinner label="Loading your choices…" />
  // Shows a choice that is being saved as if it were saved.
  const isWanted = ({ topic, wanted }: EmailPreference) => (isPending ? variables.includes(topic) : wanted)

  function choose(changed: EmailPreference, wanted: boolean) {
    const topics = data?.topics.filter((one) => (one === changed ? wanted : one.wanted)).map(({ topic }) => topic) ?? []
    return report(mutateAsync(topics), {
      done: () => ({
        title: 'Your choice is saved',
        description: `${changed.name}: ${wanted ? 'we write to you' : 'we do not write to you any more'}`,
      }),
      failed: 'Your choice was not saved',
    })
  }

  return (
    <>
      <AccountSection
        title="What you can choose"
        lede={`For ${data.email}. The links at the foot of our emails open the same choices.`}
      >
        {data.isUndeliverable && (
          <div className="mb-5">
            <Notice tone="warning" title="Emails do not reach you">
              <p>
                Your address has sent our emails back. Please{' '}
                <Link to={paths.accountSecurity} className="text-link">
                  give us another one
                </Link>
                , or write to us when it works again.
              </p>
            </Notice>
          </div>
        )}
        <ul>
          {data.topics.map((topic) => (
            <Topic
              key={topic.topic}
              topic={topic}
              wanted={isWanted(topic)}
              disabled={isPending || data.isUndeliverable}
              onChoose={(wanted) => choose(topic, wanted)}
            />
          ))}
        </ul>
      </AccountSection>
      <AccountSection
        title="What always comes"
        lede="A few emails cannot be turned off while you have an account here. None of them advertises anything."
      >
        <dl>
          {always.map(({ name, why }) => (
            <div key={name} className="border-base-300 border-b py-3 first:pt-0">
              <dt className="font-semibold">{name}</dt>
              <dd className="text-quiet">{why}</dd>
            </div>
          ))}
        </dl>
      </AccountSection>
    </>
  )
}

type TopicProps = { topic: EmailPreference; wanted: boolean; disabled: boolean; onChoose: (wanted: boolean) => void }

function Topic({ topic: { name, description, changedAt }, wanted, disabled, onChoose }: TopicProps) {
  const id = useId()
  return (
    <li className="flex items-start gap-4 border-base-300 border-b py-3 first:pt-0">
      <input
        id={id}
        type="checkbox"
        className="checkbox mt-0.5 size-6 shrink-0 aria-disabled:opacity-60"
        checked={wanted}
        // The switch keeps the focus while the choice is being saved.
        aria-disabled={disabled}
        aria-describedby={`${id}-about`}
        onChange={(event) => !disabled && onChoose(event.target.checked)}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold">
          {name}
        </label>
        <p id={`${id}-about`} className="text-quiet">
          {description}
          {changedAt && ` You chose this on ${date(changedAt)}.`}
        </p>
      </div>
    </li>
  )
}

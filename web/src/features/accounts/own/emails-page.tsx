import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { date } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { LoadError } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { useReport } from '@/ui/use-report'
import { AccountSection } from '../account-section'
import type { EmailPreference } from '../api'
import { type EmailChoice, emailPreferencesQuery, useChooseEmails } from './api'

/** The emails that cannot be turned off, and why. */
const always = [
  {
    name: 'Receipts, invoices and refunds',
    why: 'They are required by law, and you may need them for your accounts.',
  },
  {
    name: 'Your renewal and your card',
    why: 'Your bank requires us to tell you before each charge. A failed charge needs action from you.',
  },
  {
    name: 'Your security',
    why: 'A changed password, a new passkey or a link to sign in. We send these to protect your account.',
  },
  { name: 'Your nomination', why: 'You asked us to review it. We send our questions and the decision only to you.' },
  { name: 'Answers from our office', why: 'Messages between you and the people in our office.' },
] as const

/** The email topics of a member: the same choices as behind the links in our emails. */
export function EmailsPage() {
  const { data, error, refetch, isFetching } = useQuery(emailPreferencesQuery)
  const { mutateAsync, isPending, variables } = useChooseEmails()
  const report = useReport()
  if (error && !data)
    return <LoadError title="Your choices could not be loaded" error={error} busy={isFetching} onRetry={refetch} />
  if (!data) return <Spinner label="Loading your choices…" />
  // Shows a choice that is being saved as if it were saved.
  const isWanted = ({ topic, wanted }: EmailPreference) => (isPending ? variables.topics.includes(topic) : wanted)

  function choose(changed: EmailPreference, wanted: boolean) {
    const topics = data?.topics.filter((one) => (one === changed ? wanted : one.wanted)).map(({ topic }) => topic) ?? []
    return report(mutateAsync({ topics }), {
      done: () => ({
        title: 'Your choice was saved',
        description: `${changed.name}: ${wanted ? 'we will email you' : 'we will no longer email you'}`,
      }),
      failed: 'Your choice was not saved',
    })
  }

  function chooseLanguage(chosen: string) {
    const topics = data?.topics.filter(({ wanted }) => wanted).map(({ topic }) => topic) ?? []
    const { code: language, name } = data?.languages.find(({ code }) => code === chosen) ?? {}
    return report(mutateAsync({ topics, language: language as EmailChoice['language'] }), {
      done: () => ({ title: 'Your choice was saved', description: `We will write to you in this language: ${name}` }),
      failed: 'Your choice was not saved',
    })
  }

  return (
    <>
      <AccountSection title="Language of our emails" lede="Emails without a translation are in English.">
        <select
          aria-label="Emails in"
          className="select max-w-64"
          value={isPending && variables.language ? variables.language : data.language}
          aria-disabled={isPending}
          onChange={({ target }) => !isPending && chooseLanguage(target.value)}
        >
          {data.languages.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </AccountSection>
      <AccountSection
        title="Emails you can choose"
        lede={`For ${data.email}. You can also change these with the link at the bottom of our emails.`}
      >
        {data.isUndeliverable && (
          <div className="mb-5">
            <Notice tone="warning" title="Our emails do not reach you">
              <p>
                Our emails to your address have bounced. Please{' '}
                <Link to={paths.accountSecurity} className="text-link">
                  give us another address
                </Link>
                , or write to us when this address works again.
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
        title="Emails we always send"
        lede="These emails cannot be turned off while you have an account here. They never contain advertising."
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

import { Link } from 'react-router'
import { paths } from '@/lib/paths'

const before = [
  'The mentee suggests two times, and a place or a call. One hour is enough.',
  'The mentee sends three lines: where they are, where they want to be in a year, and their first question.',
  'The mentor reads the profile, and thinks of one situation of their own that fits.',
]

const agenda = [
  ['10 minutes', 'Introduce yourselves: the boards, and what is not in the profile.'],
  ['20 minutes', 'The mentee describes one real situation. The mentor asks first, and advises later.'],
  ['15 minutes', 'Agree on one goal for the next three months that both would recognise when it is reached.'],
  ['10 minutes', 'Agree on the form: how often, how long, who invites, and how to cancel.'],
  ['5 minutes', 'Say what helped, and fix the next date before you part.'],
] as const

const rules = [
  'What is said stays between you. Name no company and no colleague that could be recognised.',
  'Neither gives the other inside information about a listed company. If it happens, stop and tell your company secretary.',
  'A mentor owes no introduction, no reference and no board seat.',
  'Both can end the mentorship at any time, on the page Mentors, without a reason.',
]

/** Advice for the first meeting of a mentor and a mentee. */
export function GuidePage() {
  return (
    <article className="max-w-text">
      <p className="-mt-4 mb-3 print:hidden">
        <Link className="text-link inline-flex min-h-11 items-center" to={paths.circleMentors}>
          Mentors
        </Link>
      </p>
      <h2 className="display-3">Before you meet</h2>
      <ul className="mt-3 list-disc pl-6">
        {before.map((line) => (
          <li key={line} className="mt-1">
            {line}
          </li>
        ))}
      </ul>
      <h2 className="display-3 mt-10">One hour together</h2>
      <dl className="mt-3 border-base-300 border-t">
        {agenda.map(([time, what]) => (
          <div key={time + what} className="border-base-300 border-b py-3 sm:flex sm:gap-6">
            <dt className="shrink-0 text-quiet tabular-nums sm:w-28">{time}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h2 className="display-3 mt-10">What you agree on</h2>
      <ul className="mt-3 list-disc pl-6">
        {rules.map((line) => (
          <li key={line} className="mt-1">
            {line}
          </li>
        ))}
      </ul>
      <h2 className="display-3 mt-10">Afterwards</h2>
      <p className="mt-3">
        The mentee writes down what was useful, and sends it in two lines. After 30 and after 90 days we ask both of you
        how it is going. Only the office reads the answers, and helps to find another match if it is not the right one.
      </p>
    </article>
  )
}

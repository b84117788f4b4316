import { type ReactNode, useId } from 'react'
import { nominationLabels as labels } from '@/lib/option-labels'
import type { NominationAnswers } from './api'

/** The answers that an applicant has sent, for the applicant. */
export function SentAnswers({ answers: a, children }: { answers: NominationAnswers; children?: ReactNode }) {
  const title = useId()
  const facts: [string, string][] = [
    ['Full name', a.name],
    ['Email', a.email],
    ['Phone', a.phone],
    ['Location', [a.city, a.state, a.country].filter(Boolean).join(', ')],
    ['LinkedIn profile', a.linkedinUrl],
    ['Designation', a.currentDesignation],
    ['Company', a.companyName],
    ['Industry', labels.industry[a.industry]],
    ['Years of experience', labels.yearsOfExperience[a.yearsOfExperience]],
    ['Director type', labels.directorType[a.directorType]],
    ['Number of boards', labels.numberOfBoards[a.numberOfBoards]],
    ['Areas of expertise', a.areasOfExpertise.map((area) => labels.areasOfExpertise[area]).join(', ')],
    ['Current boards', a.currentBoards],
    ['Previous board experience', a.previousBoardExperience],
    ['How you heard about us', labels.howDidYouHear[a.howDidYouHear]],
    ['Preferred meeting format', labels.preferredMeetingFormat[a.preferredMeetingFormat]],
    ['Why you are interested', a.whyInterested],
  ]
  return (
    <section aria-labelledby={title}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={title} className="display-3">
          Your answers
        </h2>
        {children}
      </div>
      <dl className="mt-4 grid gap-x-8 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0 border-base-300 border-b py-2.5">
            <dt className="text-quiet text-sm">{label}</dt>
            <dd className="wrap-break-word whitespace-pre-line">
              {value || <span className="text-quiet">Not given</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

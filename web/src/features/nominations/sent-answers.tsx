import { type ReactNode, useId } from 'react'
import { useFieldTexts } from '@/lib/field-texts'
import { phoneText } from '@/lib/links'
import { type BuiltInTexts, useTexts } from '@/lib/texts'
import type { NominationAnswers } from './api'

type AnswerName = Exclude<keyof BuiltInTexts<'own-nomination'>['answers'], 'title' | 'correct' | 'none'>

/** The answers that an applicant has sent, for the applicant. */
export function SentAnswers({ answers: a, children }: { answers: NominationAnswers; children?: ReactNode }) {
  const text = useTexts('own-nomination').group('answers')
  const { option } = useFieldTexts(useTexts('nomination').group('fields'))
  const title = useId()
  const facts: [AnswerName, string][] = [
    ['name', a.name],
    ['email', a.email],
    ['phone', phoneText(a.phone)],
    ['location', [a.city, a.state, a.country].filter(Boolean).join(', ')],
    ['linkedinUrl', a.linkedinUrl],
    ['currentDesignation', a.currentDesignation],
    ['companyName', a.companyName],
    ['industry', option('industry', a.industry).label],
    ['yearsOfExperience', option('yearsOfExperience', a.yearsOfExperience).label],
    ['directorType', option('directorType', a.directorType).label],
    ['numberOfBoards', option('numberOfBoards', a.numberOfBoards).label],
    ['areasOfExpertise', a.areasOfExpertise.map((area) => option('areasOfExpertise', area).label).join(', ')],
    ['currentBoards', a.currentBoards],
    ['previousBoardExperience', a.previousBoardExperience],
    ['howDidYouHear', option('howDidYouHear', a.howDidYouHear).label],
    ['preferredMeetingFormat', option('preferredMeetingFormat', a.preferredMeetingFormat).label],
    ['whyInterested', a.whyInterested],
  ]
  return (
    <section aria-labelledby={title}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={title} className="display-3">
          {text('title')}
        </h2>
        {children}
      </div>
      <dl className="mt-4 grid gap-x-8 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0 border-base-300 border-b py-2.5">
            <dt className="text-quiet text-sm">{text(name)}</dt>
            <dd className="wrap-break-word whitespace-pre-line">
              {value || <span className="text-quiet">{text('none')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
